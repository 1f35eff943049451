// Rows is a program to profile: it parses lines, adds them up and counts them in a map. With -regexp it
// compiles an expression for each line, as many programs do by mistake; with -wait it sleeps after each round, as
// a program does that waits for others.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"time"
)

type table struct {
	mu   sync.Mutex
	seen map[string]int64
}

func (t *table) add(key string, n int64) {
	t.mu.Lock()
	t.seen[key] += n
	t.mu.Unlock()
}

func parse(line string) (row []int64) {
	for field := range strings.SplitSeq(line, ",") {
		n, err := strconv.ParseInt(field, 10, 64)
		if err == nil {
			row = append(row, n)
		}
	}
	return row
}

func total[T int64 | float64](row []T) (sum T) {
	for i, v := range row {
		sum += v * T(i+1)
	}
	return sum
}

func valid(line string) bool {
	return regexp.MustCompile(`^\d+(,\d+)*$`).MatchString(line)
}

func main() {
	out := flag.String("o", "cpu.pb.gz", "")
	check := flag.Bool("regexp", false, "")
	wait := flag.Duration("wait", 0, "")
	flag.Parse()
	var lines []string
	for i := range 2000 {
		lines = append(lines, fmt.Sprintf("%d,%d,%d,%d", i, i*7, i*31, i*101))
	}
	f, _ := os.Create(*out)
	pprof.StartCPUProfile(f)
	t := table{seen: make(map[string]int64)}
	for start := time.Now(); time.Since(start) < 5*time.Second; {
		for _, line := range lines {
			if *check && !valid(line) {
				continue
			}
			row := parse(line)
			t.add(strings.Repeat("k", int(row[0]%7)), total(row))
		}
		time.Sleep(*wait)
	}
	pprof.StopCPUProfile()
	f.Close()
}
