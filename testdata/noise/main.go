// Command noise measures how often fold check cries wolf, and how often it finds a regression, with real recordings.
//
//	go run ./testdata/noise [-runs 10] [-seconds 2] [-splits 20]
//
// It records itself under four kinds of load, several times each, and deals the recordings of one load out to two sides
// at random, again and again: the program is the same, so no check may break. Then it records a program that is 10%
// slower in one function, which every check should find. docs/diff.md has the figures of one such run.
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"fold/flame/compare"
	"fold/flame/table"
	"fold/sources"
)

func main() {
	log.SetFlags(0)
	runs := flag.Int("runs", 10, "recordings of each load")
	seconds := flag.Float64("seconds", 2, "length of a recording")
	splits := flag.Int("splits", 20, "comparisons of each load")
	load := flag.String("load", "", "record one load and write the profile to -o")
	out := flag.String("o", "", "the profile")
	flag.Parse()
	if *load != "" {
		if err := record(*load, time.Duration(*seconds*float64(time.Second)), *out); err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := measure(*runs, *splits, *seconds); err != nil {
		log.Fatal(err)
	}
}

// measure records all loads and prints a table.
func measure(runs, splits int, seconds float64) error {
	dir, err := os.MkdirTemp("", "noise")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	recorded := make(map[string][]compare.Run)
	for run := range runs { // in turn, so that all loads meet the same weather
		for _, load := range loads {
			r, err := recordElsewhere(load, seconds, filepath.Join(dir, load+strconv.Itoa(run)))
			if err != nil {
				return err
			}
			recorded[load] = append(recorded[load], r)
		}
	}
	fmt.Printf("%d recordings of %.1f s of each load, %s, %d processors\n", runs, seconds, runtime.Version(), runtime.NumCPU())
	for _, load := range loads {
		fmt.Printf("%s: %.0f samples in effect a recording\n", load, meanSamples(recorded[load]))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, load := range []string{"steady", "bursty", "server", "fgprof"} {
		for _, by := range []table.Order{table.BySelf, table.ByTotal} {
			broken := 0
			for range splits {
				all := recorded[load]
				random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
				broken += check(all[:len(all)/2], all[len(all)/2:], by)
			}
			fmt.Printf("%s by %s: %d of %d checks broke\n", load, []string{"self", "total"}[by], broken, splits)
		}
	}
	found := 0
	for range splits {
		before, after := recorded["steady"], recorded["slower"]
		random.Shuffle(len(before), func(i, j int) { before[i], before[j] = before[j], before[i] })
		random.Shuffle(len(after), func(i, j int) { after[i], after[j] = after[j], after[i] })
		found += check(before[:len(before)/2], after[:len(after)/2], table.ByTotal)
	}
	fmt.Printf("10%% slower: %d of %d checks broke\n", found, splits)
	return nil
}

// loads are the kinds of load. The last one is steady with a slower function.
var loads = []string{"steady", "bursty", "server", "fgprof", "slower"}

// meanSamples says what the figures rest on: of few samples no check breaks, and none finds anything.
func meanSamples(runs []compare.Run) float64 {
	sum := 0.0
	for _, r := range runs {
		sum += r.Samples().Number
	}
	return sum / float64(len(runs))
}

// check returns 1 if a check of the runs after against those before breaks, as fold check does with its defaults.
func check(before, after []compare.Run, by table.Order) int {
	guard := compare.Guard{Options: compare.Options{By: by}, Tolerance: 1}
	if guard.Against(compare.Side{Runs: before}, compare.Side{Runs: after}).Broken() {
		return 1
	}
	return 0
}

// recordElsewhere records a load in a process of its own and reads the profile.
func recordElsewhere(load string, seconds float64, name string) (compare.Run, error) {
	program, err := os.Executable()
	if err != nil {
		return compare.Run{}, err
	}
	command := exec.Command(program, "-load", load, "-seconds", fmt.Sprint(seconds), "-o", name)
	command.Stderr = os.Stderr
	if err := command.Run(); err != nil {
		return compare.Run{}, err
	}
	file, err := os.Open(name)
	if err != nil {
		return compare.Run{}, err
	}
	defer file.Close()
	p, _, err := sources.Read(file, sources.Options{})
	if err != nil {
		return compare.Run{}, err
	}
	return compare.Run{Name: name, Profile: p, Metric: p.Default}, nil
}
