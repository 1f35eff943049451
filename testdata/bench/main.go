// Bench measures whole commands of fold beside those of inferno, and prints the tables of docs/benchmarks.md. It needs
// Linux, and takes some eight minutes on a machine that has nothing else to do:
//
//	go build -o /tmp/fold ./cmd/fold
//	go run ./testdata/bench -fold /tmp/fold -inputs DIR -peers DIR
//
// Times differ from machine to machine and from hour to hour, so what it shows are ratios: of a pair of commands that are
// run in turn, A B A B …, the median of A/B. All pairs are measured in several rounds, one after the other; shown is
// the median of the rounds, and between what ratios they were.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// bench is what the flags say.
type bench struct {
	fold, inputs, peers string
	rounds, runs        int
	profiles            int
}

func main() {
	var b bench
	flag.StringVar(&b.fold, "fold", "fold", "the `PROGRAM` to measure")
	flag.StringVar(&b.inputs, "inputs", "", "the `FOLDER` of the inputs: perf-500m.txt and so on")
	flag.StringVar(&b.peers, "peers", "", "the `FOLDER` of inferno's programs")
	flag.IntVar(&b.rounds, "rounds", 3, "how often to measure everything")
	flag.IntVar(&b.runs, "runs", 5, "how often to run each command in a round")
	flag.IntVar(&b.profiles, "profiles", 1000, "how many pprof profiles to read at once")
	flag.Parse()
	if err := b.run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (b bench) run() error {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	alone, err := b.alone(folder)
	if err != nil {
		return err
	}
	var results [][]result // of each pair, of each round
	var times [][]result   // of what is measured alone
	for round := range b.rounds {
		fmt.Fprintf(os.Stderr, "round %d of %d, load %s\n", round+1, b.rounds, load())
		if results, err = b.round(results, b.pairs()); err != nil {
			return err
		}
		if times, err = b.round(times, alone); err != nil {
			return err
		}
	}
	fmt.Printf("%s, %d cores, %s, load %s at the end; medians of %d rounds of %d runs.\n\n",
		processor(), runtime.NumCPU(), time.Now().Format(time.DateOnly), load(), b.rounds, b.runs)
	printPairs(b.pairs(), results)
	fmt.Println()
	printAlone(alone, times)
	return nil
}

// round measures each pair once more.
func (b bench) round(results [][]result, pairs []pair) ([][]result, error) {
	if results == nil {
		results = make([][]result, len(pairs))
	}
	for i, p := range pairs {
		r, err := p.measure(b.runs)
		if err != nil {
			return nil, err
		}
		results[i] = append(results[i], r)
	}
	return results, nil
}

// printPairs prints the table of fold beside inferno.
func printPairs(pairs []pair, results [][]result) {
	fmt.Println("| command and input | workers | CPU time, of inferno's | all rounds | goal | wall time, of inferno's | fold, CPU ms | inferno, CPU ms | memory, MiB | inferno's |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for i, p := range pairs {
		cpu, all := over(results[i], func(r result) float64 { return r.cpuRatio })
		wall, allWall := over(results[i], func(r result) float64 { return r.wallRatio })
		if p.byWall {
			all = allWall
		}
		fmt.Printf("| %s | %s | %s | %s | %.2f | %s | %s | %s | %s | %s |\n", p.name, p.workers,
			bold(cpu, p.goal, !p.byWall), all, p.goal, bold(wall, p.goal, p.byWall),
			number(results[i], func(r result) float64 { return 1000 * r.a.cpu }), number(results[i], func(r result) float64 { return 1000 * r.b.cpu }),
			number(results[i], func(r result) float64 { return r.a.memory }), number(results[i], func(r result) float64 { return r.b.memory }))
	}
}

// printAlone prints the table of what has no peer.
func printAlone(pairs []pair, results [][]result) {
	fmt.Println("| what | median | all rounds | goal | memory, MiB |")
	fmt.Println("|---|---|---|---|---|")
	for i, p := range pairs {
		took, all := over(results[i], func(r result) float64 { return p.unit * (r.a.wall - r.b.wall) })
		fmt.Printf("| %s | %s | %s | %.1f | %s |\n", p.name, bold(took, p.goal, true), all, p.goal,
			number(results[i], func(r result) float64 { return r.a.memory }))
	}
}

// over returns the median of the rounds, and between what numbers they were.
func over(results []result, of func(result) float64) (middle float64, all string) {
	numbers := sorted(results, of)
	return median(numbers), fmt.Sprintf("%.2f to %.2f", numbers[0], numbers[len(numbers)-1])
}

func number(results []result, of func(result) float64) string {
	return fmt.Sprintf("%.0f", median(sorted(results, of)))
}

// bold returns a number, in bold where it is what the goal is about and beyond it.
func bold(value, goal float64, counts bool) string {
	text := fmt.Sprintf("%.2f", value)
	if counts && text > fmt.Sprintf("%.2f", goal) && value > goal {
		return "**" + text + "**"
	}
	return text
}

// load returns how many programs wanted to run in the last minute.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// processor returns the name of the machine's processor.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if key, name, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(name)
		}
	}
	return runtime.GOARCH
}

// in returns the file of an input.
func (b bench) in(name string) string { return filepath.Join(b.inputs, name) }
