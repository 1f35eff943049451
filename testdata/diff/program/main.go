// Command program counts what each user transferred, in three versions that do the same work, so that
// profiles of them can be compared:
//
//	go build -trimpath -o ledger main.go
//	./ledger -version scan -o scan.pb.gz       a linear search, and memory for each line
//	./ledger -version map -o map.pb.gz         a hash map, and memory for each line
//	./ledger -version borrow -o borrow.pb.gz   a hash map, and no memory
//
// The versions differ in how a line is cut into fields and how its account is found. What all of them do
// alike, in seal and mix, must not show as a change.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
	"strings"
)

const (
	users = 60
	lines = 4000
)

var newline = []byte{'\n'}

// ledger adds up amounts by user.
type ledger struct {
	names    []string
	sums     []int
	accounts map[string]int // the place of a name in names and sums
}

func main() {
	version := flag.String("version", "scan", "scan, map or borrow")
	rounds := flag.Int("rounds", 1000, "how often all lines are read")
	output := flag.String("o", "cpu.pb.gz", "the CPU profile to write")
	flag.Parse()
	if err := profile(*version, *rounds, *output); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// profile does the work and records where the time goes.
func profile(version string, rounds int, output string) error {
	read := map[string]func(*ledger, []byte){"scan": readScan, "map": readMap, "borrow": readBorrow}[version]
	if read == nil {
		return errors.New("no such version: " + version)
	}
	file, err := os.Create(output)
	if err != nil {
		return err
	}
	l, input := newLedger(), makeInput()
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	sum := uint64(0)
	for range rounds {
		read(l, input)
		sum += seal(input) + mix(l.sums)
	}
	pprof.StopCPUProfile()
	fmt.Println(sum)
	return file.Close()
}

func newLedger() *ledger {
	l := &ledger{accounts: make(map[string]int), sums: make([]int, users)}
	for i := range users {
		name := fmt.Sprintf("account-%03d", i)
		l.accounts[name] = i
		l.names = append(l.names, name)
	}
	return l
}

// makeInput returns lines such as "account-017 transfer 93".
func makeInput() []byte {
	var out bytes.Buffer
	for i := range lines {
		fmt.Fprintf(&out, "account-%03d transfer %d\n", i*7919%users, i%100)
	}
	return out.Bytes()
}

//go:noinline
func readScan(l *ledger, input []byte) {
	for len(input) > 0 {
		line, rest, _ := bytes.Cut(input, newline)
		name, amount := splitCopy(line)
		l.sums[scanAccounts(l, name)] += amount
		input = rest
	}
}

//go:noinline
func readMap(l *ledger, input []byte) {
	for len(input) > 0 {
		line, rest, _ := bytes.Cut(input, newline)
		name, amount := splitCopy(line)
		l.sums[l.accounts[name]] += amount
		input = rest
	}
}

//go:noinline
func readBorrow(l *ledger, input []byte) {
	for len(input) > 0 {
		line, rest, _ := bytes.Cut(input, newline)
		name, amount := splitBorrow(line)
		l.sums[l.accounts[string(name)]] += amount
		input = rest
	}
}

// splitCopy makes a string of the line and a slice of its fields.
//
//go:noinline
func splitCopy(line []byte) (name string, amount int) {
	fields := strings.Fields(string(line))
	return fields[0], number([]byte(fields[2]))
}

// splitBorrow returns a part of the line itself.
//
//go:noinline
func splitBorrow(line []byte) (name []byte, amount int) {
	first := bytes.IndexByte(line, ' ')
	last := bytes.LastIndexByte(line, ' ')
	return line[:first], number(line[last+1:])
}

func number(digits []byte) int {
	n := 0
	for _, c := range digits {
		if c >= '0' && c <= '9' {
			n = 10*n + int(c-'0')
		}
	}
	return n
}

//go:noinline
func scanAccounts(l *ledger, name string) int {
	for i, have := range l.names {
		if have == name {
			return i
		}
	}
	return 0
}

// seal is the same work in all versions.
//
//go:noinline
func seal(input []byte) uint64 {
	sum := uint64(14695981039346656037)
	for _, c := range input {
		sum = (sum ^ uint64(c)) * 1099511628211
	}
	return sum
}

// mix is the same work in all versions.
//
//go:noinline
func mix(sums []int) uint64 {
	state := uint64(1)
	for range 200 {
		for _, v := range sums {
			state ^= state << 13
			state ^= state >> 7
			state ^= state << 17
			state += uint64(v)
		}
	}
	return state
}
