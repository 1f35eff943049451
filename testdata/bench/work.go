package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/google/pprof/profile"
)

// pairs are the commands that inferno has, too.
func (b bench) pairs() []pair {
	var pairs []pair
	add := func(name string, workers int, goal float64, peer []string, command string, files ...string) {
		p := pair{name: name, workers: strconv.Itoa(workers), goal: goal, byWall: workers > 1}
		p.a = append([]string{b.fold, command, "-q", "-j", p.workers}, files...)
		if command == "diff" {
			p.a = append(p.a, "--format", "folded")
		}
		p.b = append(append([]string{filepath.Join(b.peers, peer[0])}, peer[1:]...), files...)
		pairs = append(pairs, p)
	}
	for _, perf := range []struct {
		name, file string
		goal       float64
	}{
		{"`collapse-perf`, 500 MB, grown from real recordings", "perf-500m.txt", 0.25},
		{"`collapse-perf`, 100 MB, a Go build, a Rust build, node", "perf-real-100m.txt", 0.30},
		{"`collapse-perf`, 50 MB, made up", "perf-synth-50m.txt", 0.25},
	} {
		add(perf.name, 1, perf.goal, []string{"inferno-collapse-perf", "-n", "1"}, "collapse-perf", b.in(perf.file))
		add(perf.name, 2, 0.24, []string{"inferno-collapse-perf", "-n", "2"}, "collapse-perf", b.in(perf.file))
	}
	sample, graph, diff := []string{"inferno-collapse-sample"}, []string{"inferno-flamegraph"}, []string{"inferno-diff-folded"}
	add("`collapse-sample`, 50 MB, grown from a real report", 1, 0.35, sample, "collapse-sample", b.in("sample-50m.txt"))
	add("`collapse-sample`, 50 MB, made up: 425,000 stacks, 361 MB of output", 1, 0.50, sample, "collapse-sample", b.in("sample-synth-50m.txt"))
	add("`top`, folded stacks, 368 MB, beside inferno's picture", 1, 0.30, graph, "top", b.in("folded-500k.txt"))
	add("`svg`, the same: 3.9 million frames", 1, 0.45, graph, "svg", b.in("folded-500k.txt"))
	add("`svg`, 38 MB", 1, 0.45, graph, "svg", b.in("folded-50k.txt"))
	add("`diff --format folded`, two of 368 MB", 1, 0.55, diff, "diff", b.in("folded-500k.txt"), b.in("folded-500k-after.txt"))
	add("`diff --format folded`, two of 38 MB", 1, 0.55, diff, "diff", b.in("folded-50k.txt"), b.in("folded-50k-after.txt"))
	return pairs
}

// alone are measurements that have no peer. Their inputs are made in a folder.
func (b bench) alone(folder string) ([]pair, error) {
	empty := filepath.Join(folder, "empty")
	if err := os.WriteFile(empty+".go", []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return nil, err
	}
	build := exec.Command("go", "build", "-o", empty, empty+".go")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, output)
	}
	small := filepath.Join(folder, "small.folded")
	if err := os.WriteFile(small, smallStacks(), 0o600); err != nil {
		return nil, err
	}
	profiles := filepath.Join(folder, "profiles")
	if err := b.writeProfiles(profiles); err != nil {
		return nil, err
	}
	return []pair{
		{name: "start: `top` of 10 kB, milliseconds more than a Go program that does nothing", a: []string{b.fold, "top", "-q", small}, b: []string{empty}, goal: 4.5, unit: 1000, often: 5},
		{name: "`top` of a folder of 1,000 pprof profiles of 60 kB, two workers, seconds", a: []string{b.fold, "top", "-q", "-j", "2", profiles}, goal: 3.2, unit: 1},
	}, nil
}

// smallStacks returns 10 kB of folded stacks.
func smallStacks() []byte {
	var out []byte
	for i := 0; len(out) < 10_000; i++ {
		out = fmt.Appendf(out, "main;handle;step%d;work%d %d\n", i%7, i, i+1)
	}
	return out
}

// writeProfiles makes up CPU profiles of one program, of some 60 kB each, packed.
func (b bench) writeProfiles(folder string) error {
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 17))
	for i := range b.profiles {
		file, err := os.Create(filepath.Join(folder, fmt.Sprintf("%04d.pb.gz", i)))
		if err != nil {
			return err
		}
		if err := madeUp(random).Write(file); err != nil {
			return err
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	return nil
}

// madeUp returns a profile of a program that is found in few of its stacks again and again, as real ones are: each profile
// has another selection of the same.
func madeUp(random *rand.Rand) *profile.Profile {
	const functions, samples, stacks, deepest = 1000, 1100, 4000, 40
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 10_000_000,
	}
	for i := range functions {
		f := &profile.Function{ID: uint64(i + 1), Name: fmt.Sprintf("example.com/service/part%d.(*Worker).step%d", i%37, i), Filename: fmt.Sprintf("/src/part%d/worker.go", i%37)}
		p.Function = append(p.Function, f)
		p.Location = append(p.Location, &profile.Location{ID: f.ID, Address: uint64(0x400000 + 64*i), Line: []profile.Line{{Function: f, Line: int64(i)}}})
	}
	for range samples {
		count := 1 + random.Int64N(5)
		s := &profile.Sample{Value: []int64{count, count * p.Period}}
		same := rand.New(rand.NewPCG(2, random.Uint64N(stacks)))
		at := same.IntN(8)
		for range 8 + same.IntN(deepest-8) {
			s.Location = append(s.Location, p.Location[at])
			at = (7*at + 1 + same.IntN(6)) % functions
		}
		p.Sample = append(p.Sample, s)
	}
	return p
}
