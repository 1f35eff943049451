package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// diagnose returns the checks that find something in a file, in the order in which they are told.
func diagnose(t *testing.T, file string) (samples float64, checks []string) {
	t.Helper()
	var out, messages bytes.Buffer
	if status := run([]string{"doctor", "--format", "json", file}, strings.NewReader(""), &out, &messages); status != statusDone {
		t.Fatalf("%s: exit status %d: %s", file, status, messages.String())
	}
	var report struct {
		Samples  float64
		Findings []struct{ Check string }
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		checks = append(checks, f.Check)
	}
	return report.Samples, checks
}

// TestDoctorRecordings: real recordings of which it is known how they were made, see testdata/doctor/README.md.
// That the allocator is heavy in programs that make a slice for each line is true; so is that the collector
// is, where the program is so slow that it does little else.
func TestDoctorRecordings(t *testing.T) {
	long(t)
	for file, want := range map[string][]string{
		"go-release.pb.gz":                   {"few-samples", "profiler", "allocator"},
		"go-debug.pb.gz":                     {"debug-build", "few-samples", "profiler", "runtime", "allocator"},
		"go-regexp.pb.gz":                    {"few-samples", "profiler", "regexp-compilation", "allocator", "runtime"},
		"go-waiting.pb.gz":                   {"few-samples", "low-cpu"},
		"rust-debug.perf.gz":                 {"debug-build", "few-samples"},
		"rust-release-dwarf.perf.gz":         {"few-samples", "allocator"},
		"cpp-debug.perf.gz":                  {"debug-build"},
		"cpp-release-dwarf.perf.gz":          {"few-samples", "allocator"},
		"cpp-release-frame-pointers.perf.gz": {"lost-roots", "allocator"},
		"deep-recursion.perf.gz":             {"truncated", "few-samples"},
	} {
		if _, got := diagnose(t, "../../testdata/doctor/"+file); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
}

// TestCategoriesOfRecording: the table of a real program, added up by hand from its functions ("fold top -n 0 --metric
// samples"). Allocator: _int_free 76, _int_malloc 66, __GI___libc_malloc 47, __GI___libc_free 38, malloc_consolidate 30,
// unlink_chunk 27, tcache_get 14, checked_request2size 7, operator new and delete 10, entries of the linkage table
// 8, alloc_perturb 2, arena_for_chunk 1, tcache_put 1. Copying: __memcpy_avx512_unaligned_erms 17, memmove@plt 1. The
// kernel, all of it interrupts: 13. The rest is main, parse, total and the templates that they use.
func TestCategoriesOfRecording(t *testing.T) {
	var out, messages bytes.Buffer
	run([]string{"top", "--by", "category", "--metric", "samples", "--format", "csv", "../../testdata/doctor/cpp-release-dwarf.perf.gz"}, strings.NewReader(""), &out, &messages)
	var got []string
	for line := range strings.Lines(out.String()) {
		fields := strings.Split(strings.TrimSpace(line), ",")
		got = append(got, fields[0]+" "+fields[len(fields)-1])
	}
	want := []string{"self category", "327 allocator", "293 own code", "18 memory copy and compare", "13 system calls and I/O"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q\n%s", got, want, messages.String())
	}
}

// TestDoctorFixtures: no false alarms. Of the profiles that the other tests read, these alone have anything
// but few samples, several events or an event of user code, and have it in truth.
func TestDoctorFixtures(t *testing.T) {
	known := map[string][]string{
		"pprof/go-allocs.pb.gz":               {"one-site"}, // most is allocated at one place
		"pprof/go-allocs.debug1.txt":          {"one-site"},
		"pprof/go-heap.pb.gz":                 {"one-site"},
		"pprof/go-heap.debug1.txt":            {"one-site"},
		"pprof/go-heap-before.pb.gz":          {"one-site"},
		"perf/22-command-names.txt":           {"no-callers"}, // a frame in each stack
		"pprof/gperftools-heap.txt":           {"unresolved"}, // addresses
		"pprof/edge-names.pb.gz":              {"unresolved"}, // 28 of 66 are addresses
		"pprof/go-cpu.pb.gz":                  {"profiler"},   // 4 of 100 in asyncPreempt
		"pprof/go-cpu-uncompressed.pb":        {"profiler"},
		"pprof/go-fgprof.pb.gz":               {"waiting"},                   // wall clock: 442 of 444 in gopark
		"sample/01-basic-two-threads.txt":     {"system-calls"},              // 1880 of 2404 in fsync
		"sample/05-unsymbolicated.txt":        {"unresolved", "memory-copy"}, // 754 of 1154 in ???, 400 in memset_pattern16
		"sample/09-plain-2011-no-modules.txt": {"allocator"},                 // 200 of 480 in operator new
		"sample/doubled-lines.txt":            {"system-calls"},              // as 01
		"sample/html-escapes.txt":             {"unresolved"},                // ???
		"demo/fold-cpu.pb.gz":                 {"memory-copy"},               // memmove 6.9%, memclr 6.5%, indexbytebody 4.7%, memeqbody 4.3% and others
		"sample/14-no-samples.txt":            {"empty"},
		"pprof/edge-no-samples.pb.gz":         {"empty"},
	}
	userEvent := regexp.MustCompile(`[:/][hpPGH]*u[hpPGH]*:`)
	usual := []string{"few-samples", "mixed-events"}
	for _, pattern := range []string{"perf/*.txt", "sample/*.txt", "pprof/*.pb*", "pprof/*.txt", "demo/*.gz"} {
		files, err := filepath.Glob("../../testdata/" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			if _, err := os.Stat(strings.TrimSuffix(file, ".txt") + ".error"); err == nil {
				continue // it cannot be read
			}
			name := strings.TrimPrefix(filepath.ToSlash(file), "../../testdata/")
			samples, got := diagnose(t, file)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got = slices.DeleteFunc(got, func(check string) bool {
				return slices.Contains(usual, check) || check == "user-only" && userEvent.Match(text)
			})
			if !slices.Equal(got, known[name]) {
				t.Errorf("%s, %v samples: got %q, want %q", name, samples, got, known[name])
			}
		}
	}
}

// TestDoctorPeers: the profiles of other projects' tests that are large enough to say something about.
func TestDoctorPeers(t *testing.T) {
	long(t)
	const peers = "../../../shared/peers/"
	if _, err := os.Stat(peers); err != nil {
		t.Skip("the peers' files are not there")
	}
	for file, want := range map[string][]string{
		"FlameGraph/example-perf-stacks.txt.gz":           {"system-calls"},                              // a web server and its client
		"FlameGraph/test/perf-iperf-stacks-pidtid-01.txt": {"lost-roots", "few-samples", "system-calls"}, // iperf without symbols and frame pointers
		"FlameGraph/test/perf-mirageos-stacks-01.txt":     {"few-samples", "idle-processors"},
		"FlameGraph/test/perf-rust-Yamakaky-dcpu.txt":     {"few-samples", "debug-build", "user-only", "doubtful-names"},
		"inferno/collapse-sample/large.txt.gz":            {"low-cpu", "locks"}, // 5,824 samples of 36,314 ticks; 645 in __psynch_cvsignal alone
		"pprof/nongo/parca-fgprof.pb.gz":                  {"waiting"},
		"pprof/nongo/parca-profile1.pb.gz":                {"few-samples", "profiler", "low-cpu"}, // 480 ms of 30 s
		"pprof/nongo/parca-fib.pb.gz":                     nil,                                    // 96% in math/big.addVV
		"pprof/nongo/pprofutils-labelframes.pprof":        {"formatting"},
		"pprof/legacy/go.crc32.cpu":                       {"unresolved", "few-samples"}, // addresses only
	} {
		if _, got := diagnose(t, peers+file); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
}
