package sources_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"fold/sources"
	"fold/sources/input"
)

// recordedFacts are what an input says besides its samples.
type recordedFacts struct {
	facts   []input.Fact
	threads int
	span    int64
	took    int64
}

const jfrPrint = `jdk.CPUInformation {
  startTime = 04:11:34.002
  cpu = "AMD (null) (HT)"
  description = "Brand: AMD EPYC, Vendor: AuthenticAMD
Family: 1, Model: 2
Supports: SSE"
  sockets = 1
  cores = 2
  hwThreads = 2
}

jdk.JVMInformation {
  startTime = 04:11:34.003
  jvmVersion = "OpenJDK 64-Bit Server VM (17.0.10+7) for linux-amd64"
  jvmArguments = "-Xmx200m -XX:StartFlightRecording=filename=a.jfr -agentpath:/opt/libasyncProfiler.so=start"
  jvmFlags = N/A
  javaArguments = "Shop 8080"
}

jdk.OSInformation {
  startTime = 04:11:34.003
  osVersion = "PRETTY_NAME="Debian GNU/Linux 12
VERSION_ID=12"
}

jdk.ExecutionSample {
  startTime = 04:11:34.352
  stackTrace = [
    shop.Kiosk.count(int) line: 6
  ]
}
`

const perfWithHeader = `# ========
# captured on    : Thu Aug 17 14:14:43 2017
# hostname : build-7
# os release : 6.1.0-18-amd64
# perf version : 6.1.76
# nrcpus online : 8
# nrcpus avail : 16
# cpudesc : Intel(R) Xeon(R) CPU E3-1245 v5 @ 3.50GHz
# cmdline : /usr/bin/perf record -F 99 -o after.data -g -- ./bench -o out: all
# event : name = cycles:u, , id = { 1, 2 }, size = 112, { sample_period, sample_freq } = 99, sample_type = IP, freq = 1, enable_on_exec = 1
# event : name = faults, , id = { 3 }, size = 112, { sample_period, sample_freq } = 1, sample_type = IP
# ========
#
bench  7/7 1.000100:   10 cycles:u:
	1 main+0x1 (/bench)

bench  7/8 3.500000:   10 cycles:u:
	1 main+0x1 (/bench)

bench  7/7 2.000000:   10 cycles:u:
	1 main+0x1 (/bench)

`

// TestFacts reads what inputs say about the machine and the recording.
func TestFacts(t *testing.T) {
	for _, tt := range []struct {
		name, text, file string
		want             recordedFacts
	}{
		{name: "perf script --header", text: perfWithHeader, want: recordedFacts{[]input.Fact{
			{Name: "host", Value: "build-7"},
			{Name: "operating system", Value: "6.1.0-18-amd64"},
			{Name: "number of processors", Value: "8"},
			{Name: "processor", Value: "Intel(R) Xeon(R) CPU E3-1245 v5 @ 3.50GHz"},
			{Name: "command", Value: "perf record -F 99 -g -- ./bench -o out: all"},
			{Name: "sampling rate", Value: "99 samples a second"},
		}, 2, 2_499_900_000, 0}},
		{name: "perf script", text: perfWithHeader[strings.Index(perfWithHeader, "bench  7/7"):], want: recordedFacts{nil, 2, 2_499_900_000, 0}},
		{name: "perf.data", file: "perfdata/11-threads.data", want: recordedFacts{[]input.Fact{
			{Name: "host", Value: "vm"},
			{Name: "operating system", Value: "6.18.44-amd64-1"},
			{Name: "number of processors", Value: "2"},
			{Name: "processor", Value: "AMD EPYC"},
			{Name: "command", Value: "perf record -N -e cpu-clock:u -F 999 -g /opt/fold-demos/b/pool"},
			{Name: "sampling rate", Value: "999 samples a second"},
		}, 4, 96_319_636, 0}},
		{name: "perf.data, piped", file: "perfdata/10-pipe.data", want: recordedFacts{[]input.Fact{
			{Name: "host", Value: "vm"},
			{Name: "operating system", Value: "6.18.44-amd64-1"},
			{Name: "number of processors", Value: "2"},
			{Name: "processor", Value: "AMD EPYC"},
			{Name: "command", Value: "perf record -N -e cpu-clock:u -F 999 -g /opt/fold-demos/b/ledgerd"},
			{Name: "sampling rate", Value: "999 samples a second"},
		}, 1, 118_842_184, 0}},
		{name: "spindump", file: "spindump/01-threads.txt", want: recordedFacts{facts: []input.Fact{
			{Name: "operating system", Value: "macOS 15.1 (Build 24B83)"},
			{Name: "command", Value: "Kettle"},
			{Name: "sampling rate", Value: "a sample each 100ms"},
		}, took: 10}},
		{name: "sample", text: "Analysis of sampling tidepool (pid 4410) every 1 millisecond\nProcess:         tidepool [4410]\n" +
			"OS Version:      macOS 15.1 (24B83)\n----\n\nCall graph:\n    9 Thread_1\n      9 main  (in tidepool)\n\n", want: recordedFacts{facts: []input.Fact{
			{Name: "operating system", Value: "macOS 15.1 (24B83)"},
			{Name: "sampling rate", Value: "a sample each 1 millisecond"},
		}, took: 9}},
		{name: "callgrind", file: "callgrind/01-flat.out", want: recordedFacts{facts: []input.Fact{{Name: "command", Value: "./kettle"}}}},
		{name: "massif", file: "massif/01-peak.out", want: recordedFacts{facts: []input.Fact{{Name: "command", Value: "./kettle"}}}},
		{name: "jfr print", text: jfrPrint, want: recordedFacts{facts: []input.Fact{
			{Name: "processor", Value: "AMD EPYC"},
			{Name: "number of processors", Value: "2"},
			{Name: "runtime", Value: "OpenJDK 64-Bit Server VM (17.0.10+7) for linux-amd64"},
			{Name: "list of JVM arguments", Value: "-Xmx200m"},
			{Name: "command", Value: "Shop 8080"},
			{Name: "operating system", Value: `PRETTY_NAME="Debian GNU/Linux 12`},
		}}},
		{name: "jfr", file: "jfr/shop.jfr.gz", want: recordedFacts{took: 990_066_263}},
		{name: "Austin", file: "austin/full.txt", want: recordedFacts{facts: []input.Fact{{Name: "sampling rate", Value: "a sample each 100 µs"}}}},
		{name: "stackprof", file: "stackprof/02-cpu-interval.json", want: recordedFacts{facts: []input.Fact{{Name: "sampling rate", Value: "a sample each 250 µs"}}}},
		{name: "GHC", file: "ghcprof/01-p.prof", want: recordedFacts{facts: []input.Fact{
			{Name: "command", Value: "kettle"},
			{Name: "sampling rate", Value: "a sample each 1000 µs"},
			{Name: "number of processors", Value: "1"},
		}}},
		{name: "GHC's JSON", file: "ghcprof/03-json.prof", want: recordedFacts{facts: []input.Fact{
			{Name: "command", Value: "kettle"},
			{Name: "sampling rate", Value: "a sample each 1000 µs"},
		}}},
		{name: "heap", file: "pprof/go-heap.pb.gz", want: recordedFacts{facts: []input.Fact{{Name: "sampling rate", Value: "a sample each 524288 bytes"}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := tt.text
			if tt.file != "" {
				data, err := os.ReadFile("../testdata/" + tt.file)
				if err != nil {
					t.Fatal(err)
				}
				text = string(data)
			}
			for _, workers := range []int{1, 3} {
				_, report, err := sources.Read(strings.NewReader(text), sources.Options{Samples: true, Workers: workers, ChunkSize: 200})
				if err != nil {
					t.Fatal(err)
				}
				got := recordedFacts{report.Facts, report.Threads(), report.Span(), report.Recorded.Weight}
				if !reflect.DeepEqual(got, tt.want) {
					t.Errorf("%d workers: got %+v, want %+v", workers, got, tt.want)
				}
			}
		})
	}
}
