package record

import (
	"errors"
	"io/fs"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// machine returns a Linux machine with the given files and programs in PATH.
func machine(files map[string]string, programs ...string) Machine {
	m := Machine{
		OS: "linux", Files: fstest.MapFS{}, Getenv: func(string) string { return "" },
		Output: func(string, ...string) string { return "" },
	}
	tree := fstest.MapFS{}
	for name, content := range files {
		tree[name] = &fstest.MapFile{Data: []byte(content)}
	}
	m.Files = tree
	m.Look = func(program string) (string, error) {
		if slices.Contains(programs, program) {
			return "/usr/bin/" + program, nil
		}
		return "", &exec.Error{Name: program, Err: exec.ErrNotFound}
	}
	return m
}

// The capabilities of a user, of root, and of one who may record.
const (
	user    = "CapEff:\t0000000000000000\nSeccomp:\t0\n"
	root    = "CapEff:\t000001ffffffffff\nSeccomp:\t0\n"
	perfmon = "CapEff:\t0000004000000000\nSeccomp:\t2\n"
	jailed  = "CapEff:\t00000000a80425fb\nSeccomp:\t2\n" // root of a Docker container
)

func TestCheckLinux(t *testing.T) {
	const (
		status   = "proc/self/status"
		paranoid = "proc/sys/kernel/perf_event_paranoid"
		kptr     = "proc/sys/kernel/kptr_restrict"
	)
	for _, test := range []struct {
		name   string
		files  map[string]string
		target Target
		want   string // the notes, and the error behind "error: "
	}{
		{"root", map[string]string{status: root, paranoid: "4"}, Target{}, ""},
		{"perfmon in a container", map[string]string{status: perfmon, paranoid: "4", ".dockerenv": ""}, Target{All: true}, ""},
		{"user", map[string]string{status: user, paranoid: "2"}, Target{}, ""},
		{
			"user of Debian",
			map[string]string{status: user, paranoid: "3"},
			Target{},
			"error: kernel.perf_event_paranoid is 3, which keeps users from recording: `sudo sysctl kernel.perf_event_paranoid=1` (lasting: a line in /etc/sysctl.d), or run fold with sudo",
		},
		{
			"all processors",
			map[string]string{status: user, paranoid: "1"},
			Target{All: true},
			"error: kernel.perf_event_paranoid is 1, which keeps users from recording all processors: `sudo sysctl kernel.perf_event_paranoid=0`, or run fold with sudo",
		},
		{
			"container",
			map[string]string{status: jailed, paranoid: "2", ".dockerenv": ""},
			Target{},
			"error: the container does not let programs record: start it with `--cap-add PERFMON` (Kubernetes: securityContext.capabilities.add), or with a seccomp profile that allows perf_event_open",
		},
		{
			"hidden addresses",
			map[string]string{status: user, paranoid: "1", kptr: "1"},
			Target{},
			"kernel functions will have no names: `sudo sysctl kernel.kptr_restrict=0`",
		},
		{"hidden addresses do not matter where the kernel is not recorded", map[string]string{status: user, paranoid: "2", kptr: "1"}, Target{}, ""},
		{
			"copies of stacks",
			map[string]string{status: root},
			Target{CallGraph: "dwarf,8192", Frequency: 4000},
			"--call-graph dwarf copies 8 KiB of stack with every sample: some 31 MB a second for each busy processor",
		},
		{"no such process", map[string]string{status: root}, Target{PID: 12}, "error: there is no process 12"},
		{"a process", map[string]string{status: root, "proc/12/status": ""}, Target{PID: 12}, ""},
		{"no such command", map[string]string{status: root}, Target{Command: []string{"nosuch"}}, "error: nosuch: no such command"},
	} {
		p, err := Find(machine(test.files, "perf"), false)
		if err != nil {
			t.Fatal(err)
		}
		notes, err := p.Check(test.target)
		if err != nil {
			notes = append(notes, "error: "+err.Error())
		}
		if got := strings.Join(notes, "\n"); got != test.want {
			t.Errorf("%s: got %q\nwant %q", test.name, got, test.want)
		}
	}
}

func TestFindPerf(t *testing.T) {
	for release, want := range map[string]string{
		"ID=ubuntu\nID_LIKE=debian\n":                    "`sudo apt install linux-tools-common linux-tools-$(uname -r)`",
		"NAME=\"Debian\"\nID=debian\n":                   "`sudo apt install linux-perf`",
		"ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n": "`sudo dnf install perf`",
		"ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n":      "`sudo apt install linux-tools-common linux-tools-$(uname -r)`",
		"ID=arch\n":   "`sudo pacman -S perf`",
		"ID=alpine\n": "`apk add perf`",
		"ID=strange":  "install the package perf or linux-tools of your distribution, or set PERF to its path",
	} {
		_, err := Find(machine(map[string]string{"etc/os-release": release}), false)
		if err == nil || err.Error() != "perf is not installed: "+want {
			t.Errorf("%q: got %v, want %s", release, err, want)
		}
	}
	m := machine(nil)
	m.OS = "windows"
	if _, err := Find(m, false); err == nil || err.Error() != "fold records on Linux and macOS: on windows, give fold the file that a profiler wrote" {
		t.Errorf("windows: %v", err)
	}
}

func TestPerfArgs(t *testing.T) {
	m := machine(nil, "perf")
	m.Output = func(string, ...string) string {
		return "                zlib: [ on  ]\n                zstd: [ on  ]  # HAVE_ZSTD_SUPPORT\n"
	}
	p, err := Find(m, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		target Target
		want   string
	}{
		{Target{Command: []string{"ls", "-l"}}, "record -q -N -F 997 -g -o f -- ls -l"},
		{Target{PID: 12, CallGraph: "fp"}, "record -q -N -F 997 --call-graph fp -p 12 -o f"},
		{Target{All: true, Event: "cycles:k", Frequency: 99}, "record -q -N -F 99 -g -e cycles:k -a -o f"},
		{Target{All: true, CallGraph: "dwarf"}, "record -q -N -F 997 --call-graph dwarf,16384 -z -a -o f"},
		{Target{All: true, CallGraph: "dwarf,8192"}, "record -q -N -F 997 --call-graph dwarf,8192 -z -a -o f"},
	} {
		test.target.File = "f"
		if got := strings.Join(p.perfArgs(test.target), " "); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

func TestMacOS(t *testing.T) {
	m := machine(nil, "sample", "ls")
	m.OS = "darwin"
	p, err := Find(m, false)
	if err != nil || p.Name() != "sample" || p.Extension() != ".txt" {
		t.Fatal(p.Name(), err)
	}
	for _, test := range []struct {
		target Target
		want   string
	}{
		{Target{PID: 12}, "<nil>"},
		{Target{All: true}, errSampleAll},
		{Target{PID: 12, Event: "cycles"}, errSampleEvent},
		{Target{PID: 12, CallGraph: "dwarf"}, errSampleEvent},
		{Target{Command: []string{"ls"}}, "/usr/bin/ls is protected by macOS (SIP), which does not let programs look into it: copy it, or build it yourself"},
	} {
		_, err := p.Check(test.target)
		got := "<nil>"
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%+v: got %s\nwant %s", test.target, got, test.want)
		}
	}
	got := strings.Join(Target{File: "f", Duration: 1500 * time.Millisecond}.sampleArgs(12), " ")
	if want := "12 1.5 1 -mayDie -file f"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCommandError(t *testing.T) {
	for _, test := range []struct {
		err    error
		text   string
		status int
	}{
		{&exec.Error{Name: "x", Err: exec.ErrNotFound}, "x: no such command", 127},
		{&exec.Error{Name: "x", Err: fs.ErrPermission}, "x: permission denied", 126},
		{errors.New("odd"), "x: odd", 127},
	} {
		e := &CommandError{"x", test.err}
		if e.Error() != test.text || e.Status() != test.status {
			t.Errorf("got %q, %d; want %q, %d", e.Error(), e.Status(), test.text, test.status)
		}
	}
}
