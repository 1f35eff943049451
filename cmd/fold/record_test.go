package main

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fold/sources/record"
)

// fakeProfilers are programs that behave as perf, sample and xctrace do: they write down how they were called, run the
// command and write a recording, or fail with the text of the real ones.
var fakeProfilers = map[string]string{
	"perf": `#!/bin/sh
if [ "$1" = version ]; then exit; fi
echo "$*" > "$DIR/args"
if [ -n "$FAIL" ]; then echo "$FAIL" >&2; exit 255; fi
while [ $# -gt 0 ]; do
	case $1 in
	-o) file=$2; shift 2 ;;
	--) shift; break ;;
	*) shift ;;
	esac
done
"$@"
status=$?
cp "$RECORDING" "$file"
exit $status
`,
	"sample": `#!/bin/sh
echo "$*" > "$DIR/args"
if [ -n "$FAIL" ]; then echo "$FAIL" >&2; exit 1; fi
while kill -0 $1 2>/dev/null && ! grep -q '^State:.Z' /proc/$1/status 2>/dev/null; do sleep 0.02; done
cp "$RECORDING" "$6"
`,
	"app": `#!/bin/sh
sleep 0.1
`,
	"xctrace": `#!/bin/sh
echo "$*" >> "$DIR/args"
if [ -n "$FAIL" ]; then echo "$FAIL" >&2; exit 1; fi
if [ "$1" = export ]; then cat "$RECORDING"; exit; fi
mkdir "$5"
while [ $# -gt 0 ] && [ "$1" != -- ]; do shift; done
shift
"$@"
exit 54
`,
}

// limited is a machine whose limits are those of the given files, and whose programs are the fake ones.
func limited(t *testing.T, system string, files map[string]string, programs ...string) *record.Machine {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("DIR", dir)
	t.Setenv("TMPDIR", dir)
	t.Chdir(dir)
	tree := fstest.MapFS{}
	for name, content := range files {
		tree[name] = &fstest.MapFile{Data: []byte(content)}
	}
	for _, name := range programs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(fakeProfilers[name]), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return &record.Machine{
		OS: system, Files: tree, Getenv: func(string) string { return "" },
		Look: func(program string) (string, error) {
			switch {
			case fakeProfilers[program] != "" && !slices.Contains(programs, program):
				return "", &exec.Error{Name: program, Err: exec.ErrNotFound}
			case fakeProfilers[program] != "":
				return filepath.Join(dir, program), nil
			case program == "locked":
				return "", &exec.Error{Name: program, Err: fs.ErrPermission}
			}
			return exec.LookPath(program)
		},
		Output: func(string, ...string) string { return "" },
	}
}

// TestRecordRows runs fold record once for each row of the tables in docs/record.md: what is in the way, and how it ends.
func TestRecordRows(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs shells, and processes as Linux shows them")
	}
	const (
		status   = "proc/self/status"
		paranoid = "proc/sys/kernel/perf_event_paranoid"
		user     = "CapEff:\t0000000000000000\nSeccomp:\t0\n"
		jailed   = "CapEff:\t00000000a80425fb\nSeccomp:\t2\n" // root of a Docker container
		root     = "CapEff:\t000001ffffffffff\nSeccomp:\t0\n"
	)
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	perfData, sampleText, xctraceXML := "perfdata/16-time-order.data", "sample/01-basic-two-threads.txt", "xctrace/01-time-profile-refs.xml"
	for _, test := range []struct {
		name, system string
		files        map[string]string
		programs     []string
		recording    string
		fail         string // what the profiler says when it fails
		sudo         bool
		args         string
		status       int
		stderr       string // without the table
		called       string // how the profiler was called
		drawn        bool
	}{
		{
			name: "perf is not installed", system: "linux", files: map[string]string{"etc/os-release": "ID=debian\n"}, args: "true", status: 125,
			stderr: "fold: perf is not installed: `sudo apt install linux-perf`\n",
		},
		{
			name: "paranoid", system: "linux", files: map[string]string{status: user, paranoid: "3"}, programs: []string{"perf"}, args: "true", status: 125,
			stderr: "fold: kernel.perf_event_paranoid is 3, which keeps users from recording: `sudo sysctl kernel.perf_event_paranoid=1` (lasting: a line in /etc/sysctl.d), or run fold with sudo\n",
		},
		{
			name: "all processors", system: "linux", files: map[string]string{status: user, paranoid: "2"}, programs: []string{"perf"}, args: "-a -d 1", status: 125,
			stderr: "fold: kernel.perf_event_paranoid is 2, which keeps users from recording all processors: `sudo sysctl kernel.perf_event_paranoid=0`, or run fold with sudo\n",
		},
		{
			name: "a container", system: "linux", files: map[string]string{status: jailed, paranoid: "2", ".dockerenv": ""}, programs: []string{"perf"}, args: "true", status: 125,
			stderr: "fold: the container does not let programs record: start it with `--cap-add PERFMON` (Kubernetes: securityContext.capabilities.add), or with a seccomp profile that allows perf_event_open\n",
		},
		{
			name: "hidden kernel functions", system: "linux", files: map[string]string{status: user, paranoid: "1", "proc/sys/kernel/kptr_restrict": "1"}, programs: []string{"perf"},
			recording: perfData, args: "true", drawn: true,
			stderr: "fold: kernel functions will have no names: `sudo sysctl kernel.kptr_restrict=0`\n",
			called: "record -q -N -F 997 -g -o TMP.data -- true\n",
		},
		{
			name: "no such process", system: "linux", files: map[string]string{status: root}, programs: []string{"perf"}, args: "-p 12", status: 125,
			stderr: "fold: there is no process 12\n",
		},
		{
			name: "no such command", system: "linux", files: map[string]string{status: root}, programs: []string{"perf"}, args: "no-such-command", status: 127,
			stderr: "fold: no-such-command: no such command\n",
		},
		{
			name: "a command that may not be run", system: "linux", files: map[string]string{status: root}, programs: []string{"perf"}, args: "locked", status: 126,
			stderr: "fold: locked: permission denied\n",
		},
		{
			name: "perf fails", system: "linux", files: map[string]string{status: root}, programs: []string{"perf"}, fail: "Error: no permission", args: "true", status: 125,
			stderr: "Error: no permission\nfold: perf record failed: exit status 255\n",
			called: "record -q -N -F 997 -g -o TMP.data -- true\n",
		},
		{
			name: "the program fails", system: "linux", files: map[string]string{status: root}, programs: []string{"perf"}, recording: perfData, args: "false", status: 1, drawn: true,
			called: "record -q -N -F 997 -g -o TMP.data -- false\n",
		},
		{
			name: "sudo", system: "linux", files: map[string]string{status: root}, programs: []string{"perf"}, recording: perfData, sudo: true, args: "true", drawn: true,
			called: "record -q -N -F 997 -g -o TMP.data -- true\n",
		},
		{
			name: "another system", system: "windows", args: "true", status: 125,
			stderr: "fold: fold records on Linux and macOS: on windows, give fold the file that a profiler wrote\n",
		},
		{
			name: "xctrace elsewhere", system: "linux", programs: []string{"perf"}, args: "--xctrace true", status: 125,
			stderr: "fold: xctrace is a program of macOS: leave --xctrace out on linux\n",
		},
		{
			name: "macOS", system: "darwin", programs: []string{"sample", "app"}, recording: sampleText, args: "./app", drawn: true,
			called: "PID 86400 1 -mayDie -file TMP.txt\n",
		},
		{
			name: "macOS, a program of the system", system: "darwin", programs: []string{"sample"}, args: "/usr/bin/true", status: 125,
			stderr: "fold: /usr/bin/true is protected by macOS (SIP), which does not let programs look into it: copy it, or build it yourself\n",
		},
		{
			name: "macOS, another user's process", system: "darwin", programs: []string{"sample"}, fail: "sample cannot examine process", args: "-p 1 -d 1", status: 125,
			stderr: "fold: sample failed: exit status 1: a process of another user needs sudo\n",
			called: "PID 1 1 -mayDie -file TMP.txt\n",
		},
		{
			name: "macOS, Xcode", system: "darwin", programs: []string{"xctrace", "app"}, recording: xctraceXML, args: "--xctrace -d 1.5 ./app", drawn: true,
			called: "record --template Time Profiler --output TMP.xml.trace --time-limit 1500ms --target-stdin - --target-stdout - --launch -- ./app\n" +
				"export --input TMP.xml.trace --xpath /trace-toc/run[@number=\"1\"]/data/table[@schema=\"time-profile\"]\n",
		},
		{
			name: "macOS without Xcode", system: "darwin", args: "--xctrace true", status: 125,
			stderr: "fold: xctrace is not in PATH: it is part of Xcode; `xcode-select --install` installs less than that\n",
		},
		{
			name: "macOS, xctrace fails", system: "darwin", programs: []string{"xctrace"}, fail: "Cannot find process", args: "--xctrace -p 7 -d 1", status: 125,
			stderr: "Cannot find process\nfold: xctrace record failed: exit status 1\n",
			called: "record --template Time Profiler --output TMP.xml.trace --time-limit 1000ms --attach 7\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			machine := limited(t, test.system, test.files, test.programs...)
			t.Setenv("FAIL", test.fail)
			t.Setenv("RECORDING", filepath.Join(testdata, test.recording))
			t.Setenv("SUDO_USER", "")
			if test.sudo {
				t.Setenv("SUDO_USER", "ada")
			}
			var stdout, stderr bytes.Buffer
			if got := runOn(machine, append([]string{"record"}, strings.Fields(test.args)...), &stdout, &stderr); got != test.status {
				t.Errorf("exit status %d, want %d", got, test.status)
			}
			want := test.stderr
			if test.drawn {
				want += "fold: wrote flame.svg\n"
				if test.sudo && os.Geteuid() == 0 {
					want = strings.TrimSuffix(want, "\n") + ", which belongs to root: `sudo chown ada flame.svg`\n"
				}
			}
			if got := withoutTable(stderr.String()); got != want || stdout.Len() > 0 {
				t.Errorf("got\n%swant\n%s", got, want)
			}
			if got := calls(t); got != test.called {
				t.Errorf("called\n%swant\n%s", got, test.called)
			}
			left, _ := filepath.Glob("fold-*")
			if _, err := os.Stat("flame.svg"); (err == nil) != test.drawn || len(left) > 0 {
				t.Errorf("picture: %v; left behind: %q", err, left)
			}
		})
	}
}

// TestRecordURL: what a program serves is drawn as what was recorded here is, and no profiler is looked for.
func TestRecordURL(t *testing.T) {
	profile, err := os.ReadFile("../../testdata/pprof/go-cpu.pb.gz")
	if err != nil {
		t.Fatal(err)
	}
	asked := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.String()
		_, _ = w.Write(profile)
	}))
	defer server.Close()
	var stdout, stderr bytes.Buffer
	machine := limited(t, "linux", nil)
	args := []string{"record", server.URL + "/debug/pprof/profile", "-d", "2"} // flags end at the first word that is none
	if got := runOn(machine, args, &stdout, &stderr); got != 2 || asked != "" {
		t.Errorf("exit status %d, asked for %q", got, asked)
	}
	want := "fold: flags go before the URL: fold record -d 10 " + args[1] + "\nfold: see fold record --help\n"
	if stderr.String() != want {
		t.Errorf("got %s, want %s", stderr.String(), want)
	}
	args = []string{"record", "-d", "2", server.URL + "/debug/pprof/profile"}
	if got := runOn(machine, args, &stdout, &stderr); got != 0 || asked != "/debug/pprof/profile?seconds=2" {
		t.Errorf("exit status %d, asked for %q: %s", got, asked, stderr.String())
	}
	if _, err := os.Stat("flame.svg"); err != nil {
		t.Error(err)
	}
}

// runOn runs fold as if it were on another machine.
func runOn(machine *record.Machine, args []string, stdout, stderr *bytes.Buffer) int {
	s := streams{stdin: strings.NewReader(""), stdout: stdout, stderr: stderr, self: &selfRecording{}, machine: machine}
	app := newApp(s, commandIn(args))
	line, err := arrange(app, args)
	if err == nil {
		err = s.do(app, line)
	}
	return s.exitStatus(err, line.command)
}

// calls returns how the profiler was called, with TMP for the temporary file.
func calls(t *testing.T) string {
	t.Helper()
	data, _ := os.ReadFile("args")
	text := regexp.MustCompile(`\S*/fold-\d+`).ReplaceAllString(string(data), "TMP")
	return regexp.MustCompile(`(?m)^\d+ `).ReplaceAllString(text, "PID ")
}

// withoutTable leaves out the table and what is said about the recording itself.
func withoutTable(stderr string) string {
	var kept strings.Builder
	inTable := false
	for line := range strings.Lines(stderr) {
		switch {
		case strings.HasPrefix(line, "fold: only "), strings.HasPrefix(line, "fold: the recording: "):
		case strings.Contains(line, " in total"):
			inTable = true
		case strings.HasPrefix(line, "fold: "):
			inTable = false
			kept.WriteString(line)
		case !inTable:
			kept.WriteString(line)
		}
	}
	return kept.String()
}
