package dump_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"strconv"
	"strings"
	"testing"
	"time"

	"fold/sources"
	"fold/sources/sourcestest"
)

// The tests here make dumps with the tools that are installed, of programs that park a thread in a function of
// a known name, and look for it in what fold reads: plain, and behind the prefix of a log.

// checkDump checks that a dump is of a format, and that a stack holds these frames one after the other.
func checkDump(t *testing.T, format, frames string, data []byte) {
	t.Helper()
	p, report, err := sources.Read(bytes.NewReader(data), sources.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, data[:min(len(data), 2000)])
	}
	if report.Format.Name != format {
		t.Errorf("got format %s, want %s", report.Format.Name, format)
	}
	if text := sourcestest.ColumnText(t, p, ""); !strings.Contains(text, frames) {
		t.Errorf("no %q in\n%s\nof\n%s", frames, text, data[:min(len(data), 4000)])
	}
}

// inLog puts a prefix whose time stamps vary in width in front of each line, and lines of others in between.
func inLog(data []byte) []byte {
	var out bytes.Buffer
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		fmt.Fprintf(&out, "2026-11-30T04:07:%02d.%dZ stderr F %s\n", i%60, i*i+1, line)
		if i%3 == 0 {
			fmt.Fprintf(&out, "2026-11-30T04:07:%02d.%dZ stdout F GET /till 200\n", i%60, i*i+1)
		}
	}
	return out.Bytes()
}

//go:noinline
func parkedGoroutine(ready chan<- bool, done <-chan bool) {
	ready <- true
	<-done
}

func TestGo(t *testing.T) {
	ready, done := make(chan bool), make(chan bool)
	go parkedGoroutine(ready, done)
	<-ready
	defer close(done)
	var data bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&data, 2); err != nil {
		t.Fatal(err)
	}
	const want = "fold/sources/dump_test.parkedGoroutine 1\n"
	checkDump(t, "goroutine", want, data.Bytes())
	checkDump(t, "goroutine", want, inLog(data.Bytes()))
}

// start runs a program until the test ends, and returns it once it has printed a line.
func start(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	command := exec.Command(name, args...)
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	ready := make(chan bool, 1)
	go func() {
		line, _ := bufio.NewReader(out).ReadString('\n')
		ready <- line == "ready\n"
	}()
	select {
	case ok := <-ready:
		if !ok {
			t.Fatalf("%s did not get ready", name)
		}
	case <-time.After(5 * time.Minute):
		t.Fatalf("%s is not ready after five minutes", name)
	}
	return command
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestJava(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a Java program")
	}
	sourcestest.NeedTools(t, "java", "jstack", "jcmd")
	file := write(t, "Kiosk.java", `
public class Kiosk {
	static void parked() throws Exception { Thread.sleep(600_000); }
	public static void main(String[] args) throws Exception {
		Thread t = new Thread(() -> { try { parked(); } catch (Exception e) { } }, "till \"a\" #4-7");
		t.setDaemon(true);
		t.start();
		while (t.getState() != Thread.State.TIMED_WAITING) Thread.sleep(10);
		System.out.println("ready");
		Thread.sleep(600_000);
	}
}
`)
	pid := strconv.Itoa(start(t, "java", file).Process.Pid)
	const want = "Kiosk.parked;java.lang.Thread.sleep"
	for _, command := range [][]string{{"jstack", pid}, {"jstack", "-l", "-e", pid}, {"jcmd", pid, "Thread.print"}} {
		data := sourcestest.Run(t, command[0], command[1:]...)
		checkDump(t, "jstack", want, data)
		checkDump(t, "jstack", want, inLog(data))
		checkDump(t, "jstack", `till "a" #4;java.lang.Thread.run;`, inLog(data))
	}
}

func TestGDB(t *testing.T) {
	sourcestest.NeedTools(t, "gcc", "gdb")
	data := sourcestest.Run(t, "gdb", "-nx", "-p", strconv.Itoa(parkedProgram(t)), "-batch", "-ex", "thread apply all bt")
	checkDump(t, "gdb", "main;parked;", data)
	checkDump(t, "gdb", "main;parked;", inLog(data))
}

func TestEuStack(t *testing.T) {
	sourcestest.NeedTools(t, "gcc", "eu-stack")
	pid := strconv.Itoa(parkedProgram(t))
	for _, args := range [][]string{{"-p", pid}, {"-s", "-i", "-m", "-p", pid}} {
		data := sourcestest.Run(t, "eu-stack", args...)
		checkDump(t, "eustack", "main;parked;", data)
		checkDump(t, "eustack", "main;parked;", inLog(data))
	}
}

// parkedProgram starts a program in C and returns its process id.
func parkedProgram(t *testing.T) int {
	t.Helper()
	source := write(t, "kiosk.c", `
#include <stdio.h>
#include <unistd.h>
__attribute__((noinline)) void parked(const char *why) { puts("ready"); fflush(stdout); for (;;) sleep(600); }
int main(void) { parked("a (b) at c"); return 0; }
`)
	program := filepath.Join(filepath.Dir(source), "kiosk")
	sourcestest.Run(t, "gcc", "-g", "-O0", "-o", program, source)
	return start(t, program).Process.Pid
}

func TestPython(t *testing.T) {
	sourcestest.NeedTools(t, "python3")
	file := write(t, "kiosk.py", `
import faulthandler, sys, threading

def parked(event):
    event.wait()

event = threading.Event()
thread = threading.Thread(target=parked, args=(event,), name="till-1")
thread.start()
while not any(f.f_code.co_name == "wait" for f in sys._current_frames().values()):
    pass
faulthandler.dump_traceback(sys.stdout, all_threads=True)
event.set()
`)
	data := sourcestest.Run(t, "python3", file)
	const want = "parked (kiosk.py);wait (threading.py)"
	checkDump(t, "faulthandler", want, data)
	checkDump(t, "faulthandler", want, inLog(data))
}
