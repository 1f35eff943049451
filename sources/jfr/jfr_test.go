package jfr_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fold/collapse"
	"fold/sources"
	"fold/sources/input"
	"fold/sources/sourcestest"
)

// recording returns the recording of testdata/jfr/shop.jfr.gz.
func recording(t testing.TB) []byte {
	t.Helper()
	file, err := os.Open(filepath.Join(sourcestest.Testdata(), "jfr", "shop.jfr.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestCut checks that a recording that was cut is never taken for a whole one.
func TestCut(t *testing.T) {
	data := recording(t)
	const want = "the recording is cut short: stop it before copying it (jcmd PID JFR.stop), or write it with jfr.dump"
	for end := 4; end < len(data); end += 1 + len(data)/300 {
		_, _, err := sources.Read(bytes.NewReader(data[:end]), sources.Options{})
		if err == nil || err.Error() != want {
			t.Fatalf("cut at %d: got %v", end, err)
		}
	}
}

// TestChunks checks that the chunks of a recording add up, and that one that is cut is left out and reported.
func TestChunks(t *testing.T) {
	data := recording(t)
	once, _ := sourcestest.MustRead(t, data, sources.Options{})
	twice, report := sourcestest.MustRead(t, append(append(bytes.Clone(data), data...), data[:1000]...), sources.Options{})
	for i, m := range once.Metrics {
		if got, want := twice.Total(i), 2*once.Total(i); got != want {
			t.Errorf("%s: got %d, want %d", m.Name, got, want)
		}
	}
	const note = "1 chunk cut short at the end of the recording, and left out: stop it before copying it (jcmd PID JFR.stop)"
	if !strings.Contains("\n"+strings.Join(report.Notes, "\n")+"\n", "\n"+note+"\n") {
		t.Errorf("got notes %q, want %q among them", report.Notes, note)
	}
}

// TestDamaged checks that no damage makes the reader panic or go on for ever.
func TestDamaged(t *testing.T) {
	data := recording(t)
	for at := 4; at < len(data); at += 499 {
		for _, flip := range []byte{0x01, 0x80, 0xff} {
			damaged := bytes.Clone(data)
			damaged[at] ^= flip
			_, _, _ = sources.Read(bytes.NewReader(damaged), sources.Options{Format: "jfr", TagRoot: []string{"thread", "state", "class"}})
		}
	}
}

const program = `
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.concurrent.locks.LockSupport;

public class Shop {
	static volatile long sink;

	static void count(long until) { while (System.nanoTime() < until) sink++; }
	static void make(long until) { while (System.nanoTime() < until) sink += new byte[4096].length; }
	static void park(long until) { while (System.nanoTime() < until) LockSupport.parkNanos(40_000_000L); }
	static void large(long until) throws Exception { while (System.nanoTime() < until) { sink += new byte[3 << 20].length; Thread.sleep(5); } }
	static void accept(long until) throws Exception {
		try (ServerSocket socket = new ServerSocket(0)) {
			socket.setSoTimeout(200);
			while (System.nanoTime() < until) try { socket.accept(); } catch (SocketTimeoutException e) { }
		}
	}
	static void hold(long until) throws Exception { do { synchronized (Shop.class) { Thread.sleep(40); } } while (System.nanoTime() < until); }
	static void await(long until) throws Exception { Object o = new Object(); synchronized (o) { do o.wait(40); while (System.nanoTime() < until); } }

	interface Work { void run(long until) throws Exception; }

	static Thread start(String name, Work work, long until) {
		Thread t = new Thread(() -> { try { work.run(until); } catch (Exception e) { throw new RuntimeException(e); } }, name);
		t.start();
		return t;
	}

	public static void main(String[] args) throws Exception {
		long until = System.nanoTime() + 800_000_000L;
		Thread[] threads = {
			start("counter-1", Shop::count, until), start("maker \"1\"", Shop::make, until), start("parker", Shop::park, until),
			start("large", Shop::large, until), start("accept", Shop::accept, until), start("await", Shop::await, until),
			start("hold-1", Shop::hold, until), start("hold-2", Shop::hold, until), start("hold-3", Shop::hold, until),
		};
		for (Thread t : threads) t.join();
	}
}
`

// TestPrint records a program with the JDK that is found, and compares what fold reads from the recording with
// what it reads from the text that jfr print makes of it.
func TestPrint(t *testing.T) {
	if testing.Short() {
		t.Skip("records a Java program")
	}
	sourcestest.NeedTools(t, "java", "jfr")
	dir := t.TempDir()
	source, file := filepath.Join(dir, "Shop.java"), filepath.Join(dir, "shop.jfr")
	if err := os.WriteFile(source, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	sourcestest.Run(t, "java", "-XX:StartFlightRecording=filename="+file+",settings=profile,"+
		"jdk.ObjectAllocationInNewTLAB#enabled=true,jdk.ObjectAllocationOutsideTLAB#enabled=true", source)
	printed := sourcestest.Run(t, "jfr", "print", "--stack-depth", "512", file)
	data := sourcestest.ReadFile(t, file)
	for _, o := range []sources.Options{{}, {Lines: true}, {TagRoot: []string{"thread", "state", "class"}}} {
		native, report := sourcestest.MustRead(t, data, o)
		text, textReport := sourcestest.MustRead(t, printed, o)
		checkFacts(t, report, textReport)
		if got, want := fmt.Sprint(native.Metrics), fmt.Sprint(text.Metrics); got != want {
			t.Fatalf("got metrics %s, want %s", got, want)
		}
		for i := range native.Metrics {
			compareColumns(t, native, text, i)
		}
		for _, name := range []string{"alloc_tlab", "lock", "park", "wait", "sleep"} { // all others are samples, of which there may be none
			if !slices.ContainsFunc(native.Metrics, func(m collapse.Metric) bool { return m.Name == name }) {
				t.Errorf("no metric %s in %v", name, native.Metrics)
			}
		}
	}
}

// checkFacts checks what a recording of the settings "profile" says about itself, and that jfr print shows the same but for
// how often it took samples, and for how long.
func checkFacts(t *testing.T, native, text *sources.Report) {
	t.Helper()
	if took := time.Duration(native.Recorded.Weight); took < 800*time.Millisecond || took > 10*time.Minute {
		t.Errorf("it took %v", took)
	}
	var rate string
	facts := slices.DeleteFunc(slices.Clone(native.Facts), func(f input.Fact) bool {
		if f.Name == input.Rate {
			rate = f.Value
		}
		return f.Name == input.Rate
	})
	if rate != "a sample each 10 ms" {
		t.Errorf("the rate is %q", rate)
	}
	byName := func(facts []input.Fact) map[string]string {
		values := make(map[string]string)
		for _, f := range facts {
			values[f.Name], _, _ = strings.Cut(f.Value, " ") // jfr print breaks lines in the others
		}
		return values
	}
	got, want := byName(facts), byName(text.Facts)
	if !maps.Equal(got, want) || got[input.Command] == "" || got[input.Runtime] == "" || got[input.Processors] == "" || got[input.Processor] == "" {
		t.Errorf("the recording says %q, jfr print %q", got, want)
	}
}

// lambda is the number by which the JVM tells apart the hidden classes behind one lambda. jfr print shows another
// number than the one that stands in the recording.
var lambda = regexp.MustCompile(`(\$\$Lambda\$\d+)[+.]\w+`)

// compareColumns checks that two profiles have the same stacks in a column, and the same weights but for the
// rounding by jfr print, which writes one digit behind the point: 1.04 MB becomes 1.0 MB.
func compareColumns(t *testing.T, native, text *collapse.Profile, column int) {
	t.Helper()
	exact := native.Metrics[column].Unit == "count"
	got, want := weights(t, native, column), weights(t, text, column)
	if len(got) == 0 {
		t.Errorf("%s: no stacks", native.Metrics[column].Name)
	}
	for stack, w := range want {
		off := math.Abs(got[stack] - w)
		if exact && off > 0 || off > 0.05*w+1 {
			t.Errorf("%s: %s: got %v, want %v", native.Metrics[column].Name, stack, got[stack], w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: got %d stacks, want %d", native.Metrics[column].Name, len(got), len(want))
	}
}

func weights(t *testing.T, p *collapse.Profile, column int) map[string]float64 {
	t.Helper()
	var out bytes.Buffer
	if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{Columns: []int{column}}); err != nil {
		t.Fatal(err)
	}
	found := make(map[string]float64)
	for line := range strings.Lines(out.String()) {
		at := strings.LastIndexByte(line, ' ')
		w, err := strconv.ParseFloat(strings.TrimSpace(line[at+1:]), 64)
		if err != nil {
			t.Fatal(err)
		}
		found[lambda.ReplaceAllString(line[:at], "$1")] += w
	}
	return found
}

// TestPeers compares with what grafana/jfr-parser makes of recordings of async-profiler. It writes "_" for the
// numbers of generated classes and does not part libraries from functions, so stacks are compared by their depth.
func TestPeers(t *testing.T) {
	for name, expected := range map[string]string{
		"grafana-FastSlow_2024_01_16_180855.jfr.gz":     "grafana-FastSlow-cpu.expected-collapsed.txt.gz",
		"grafana-cortex-dev-01__kafka-0__cpu__0.jfr.gz": "grafana-cortex-cpu0.expected-collapsed.txt.gz",
	} {
		file, err := os.Open(sourcestest.Shared("formats", "java-jfr", expected))
		if err != nil {
			t.Skip(err)
		}
		defer file.Close()
		in, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := sourcestest.MustRead(t, sourcestest.ReadFile(t, sourcestest.Shared("formats", "java-jfr", name)), sources.Options{})
		sourcestest.Same(t, fmt.Sprint(depths(t, p)), fmt.Sprint(peerDepths(string(text))))
	}
}

// depths returns how many samples have stacks of each depth.
func depths(t *testing.T, p *collapse.Profile) map[int]int64 {
	t.Helper()
	found := make(map[int]int64)
	for stack, w := range weights(t, p, p.Default) {
		found[strings.Count(stack, ";")+1] += int64(w)
	}
	return found
}

// peerDepths reads "FastSlow.main:14;FastSlow.fib:7 [20000000 10000000]": each sample stands for 10 ms.
func peerDepths(text string) map[int]int64 {
	found := make(map[int]int64)
	for line := range strings.Lines(text) {
		stack, values, _ := strings.Cut(line, " [")
		for value := range strings.FieldsSeq(strings.TrimRight(values, "]\n")) {
			n, _ := strconv.ParseInt(value, 10, 64)
			found[strings.Count(stack, ";")+1] += n / 10_000_000
		}
	}
	return found
}

func FuzzJFR(f *testing.F) {
	sourcestest.AddFixtures(f, "jfr")
	f.Add(recording(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p := sourcestest.SameForAnyChunks(t, "jfr", data); p != nil {
			sourcestest.CheckSums(t, p)
		}
	})
}
