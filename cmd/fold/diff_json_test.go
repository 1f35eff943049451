package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestOrderedJSON compares two recordings in each JSON format that knows the order of its samples: the changes are tested
// against what neighbouring samples have in common. Intervals are no samples, and nothing is tested.
func TestOrderedJSON(t *testing.T) {
	for _, tt := range []struct {
		name  string
		write func(run []int) string
		want  string // the noise
	}{
		{"cpuprofile", writeCPUProfile, "within-run"},
		{"profile in a trace", writeTraceProfile, "within-run"},
		{"firefox, two threads", writeFirefox, "within-run"},
		{"speedscope, sampled", writeSampled, "within-run"},
		{"stackprof", writeStackprof, "within-run"},
		{"speedscope, evented", writeEvented, "unknown"},
		{"timeline", writeTimeline, "unknown"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			before, after := filepath.Join(dir, "before.json"), filepath.Join(dir, "after.json")
			for file, seed := range map[string]int{before: 1, after: 2} {
				if err := os.WriteFile(file, []byte(tt.write(burstyRun(seed))), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for _, args := range [][]string{
				{"diff", "--format", "json", before, after},
				{"check", "--format", "json", "--against", before, "--tolerance", "5", after},
			} {
				var stdout, stderr bytes.Buffer
				status := run(args, nil, &stdout, &stderr)
				if tt.want == "unknown" && args[0] == "check" {
					if !strings.Contains(stderr.String(), "measured one by one and are no samples") || status != statusFailed {
						t.Errorf("exit status %d: %s", status, stderr.String())
					}
					continue
				}
				var result struct{ Noise string }
				if err := json.Unmarshal(stdout.Bytes(), &result); err != nil {
					t.Fatal(args, err, stderr.String())
				}
				if result.Noise != tt.want {
					t.Errorf("%s: noise %q, want %q: %s", args[0], result.Noise, tt.want, stderr.String())
				}
			}
		})
	}
}

// burstyRun returns which of three functions ran at each of 600 samples, each of them for 20 samples at a time.
func burstyRun(seed int) []int {
	run := make([]int, 0, 600)
	for state := uint64(seed); len(run) < 600; {
		state = (state*1103515245 + 12345) % (1 << 31)
		run = append(run, slices.Repeat([]int{int(state >> 16 % 3)}, 20)...)
	}
	return run
}

func list[T any](run []T, text func(i int, v T) string) string {
	parts := make([]string, len(run))
	for i, v := range run {
		parts[i] = text(i, v)
	}
	return strings.Join(parts, ",")
}

func digits(_, n int) string { return strconv.Itoa(n) }

const runNodes = `{"id":1,"callFrame":{"functionName":"a"}},{"id":2,"callFrame":{"functionName":"b"}},{"id":3,"callFrame":{"functionName":"c"}}`

func writeCPUProfile(run []int) string {
	return fmt.Sprintf(`{"nodes":[%s],"startTime":0,"samples":[%s],"timeDeltas":[%s]}`, runNodes,
		list(run, func(_, f int) string { return strconv.Itoa(f + 1) }), list(run, func(i, _ int) string { return strconv.Itoa(1000 + i%7) }))
}

func writeTraceProfile(run []int) string {
	profile := strings.Replace(writeCPUProfile(run), `,"timeDeltas"`, `},"timeDeltas"`, 1)
	return fmt.Sprintf(`[{"name":"Profile","ph":"P","id":1,"pid":1,"tid":1,"ts":1,"args":{"data":{"startTime":1}}},`+
		`{"name":"ProfileChunk","ph":"P","id":1,"pid":1,"tid":1,"ts":2,"args":{"data":{"cpuProfile":%s}}]`, profile)
}

// writeFirefox gives every other sample to another thread, and writes the later half of each thread first.
func writeFirefox(run []int) string {
	thread := func(from int) string {
		var stacks, times []int
		for k := range run {
			if i := (k + len(run)/2) % len(run); i%2 == from {
				stacks, times = append(stacks, run[i]), append(times, i)
			}
		}
		return fmt.Sprintf(`{"name":"worker","pid":"1","tid":"%d","samples":{"stack":[%s],"time":[%s],"weightType":"samples"}}`, from+1, list(stacks, digits), list(times, digits))
	}
	return fmt.Sprintf(`{"meta":{"preprocessedProfileVersion":60},"shared":{"stringArray":["a","b","c"],"funcTable":{"name":[0,1,2]},`+
		`"frameTable":{"func":[0,1,2]},"stackTable":{"frame":[0,1,2],"prefix":[null,null,null]}},"threads":[%s,%s]}`, thread(0), thread(1))
}

const speedscopeFrames = `{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"a"},{"name":"b"},{"name":"c"}]},"profiles":[`

func writeSampled(run []int) string {
	return fmt.Sprintf(speedscopeFrames+`{"type":"sampled","name":"main","unit":"milliseconds","startValue":0,"endValue":600,"samples":[%s],"weights":[%s]}]}`,
		list(run, func(_, f int) string { return fmt.Sprintf("[%d]", f) }), list(run, func(int, int) string { return "1" }))
}

func writeEvented(run []int) string {
	return fmt.Sprintf(speedscopeFrames+`{"type":"evented","name":"main","unit":"milliseconds","startValue":0,"endValue":600,"events":[%s]}]}`,
		list(run, func(i, f int) string {
			return fmt.Sprintf(`{"type":"O","frame":%d,"at":%d},{"type":"C","frame":%d,"at":%d}`, f, i, f, i+1)
		}))
}

func writeTimeline(run []int) string {
	return "[" + list(run, func(i, f int) string {
		return fmt.Sprintf(`{"name":"f%d","ph":"X","ts":%d,"dur":1,"pid":1,"tid":1}`, f, i)
	}) + "]"
}

func writeStackprof(run []int) string {
	return fmt.Sprintf(`{"mode":"wall","interval":1000,"samples":600,"frames":{"1":{"name":"a"},"2":{"name":"b"},"3":{"name":"c"}},"raw":[%s],"raw_timestamp_deltas":[%s]}`,
		list(run, func(_, f int) string { return fmt.Sprintf("1,%d,1", f+1) }), list(run, func(int, int) string { return "1000" }))
}
