package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// findPerf looks for perf where the user says it is, and in PATH.
func findPerf(m Machine) (Profiler, error) {
	if path := m.Getenv("PERF"); path != "" {
		found, err := m.Look(path)
		if err != nil {
			return Profiler{}, fmt.Errorf("$PERF is %s, which cannot be run", path)
		}
		return Profiler{machine: m, path: found}, nil
	}
	path, err := m.Look("perf")
	if err != nil {
		return Profiler{}, errors.New("perf is not installed: " + m.installPerf())
	}
	return Profiler{machine: m, path: path}, nil
}

// installPerf returns the command that installs perf on this distribution.
func (m Machine) installPerf() string {
	release := map[string]string{}
	for line := range strings.Lines(m.text("/etc/os-release")) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		release[key] = strings.Trim(value, `"'`)
	}
	for id := range strings.FieldsSeq(release["ID"] + " " + release["ID_LIKE"]) {
		switch id {
		case "ubuntu":
			return "`sudo apt install linux-tools-common linux-tools-$(uname -r)`"
		case "debian":
			return "`sudo apt install linux-perf`"
		case "fedora", "rhel", "centos", "amzn":
			return "`sudo dnf install perf`"
		case "arch":
			return "`sudo pacman -S perf`"
		case "alpine":
			return "`apk add perf`"
		case "suse", "opensuse":
			return "`sudo zypper install perf`"
		case "nixos":
			return "`nix-shell -p linuxPackages.perf`"
		}
	}
	return "install the package perf or linux-tools of your distribution, or set PERF to its path"
}

// Capabilities that let a process record: bits of CapEff in /proc/self/status.
const (
	capSysAdmin = 1 << 21
	capSyslog   = 1 << 34
	capPerfmon  = 1 << 38
)

// process is what the kernel allows this process.
type process struct {
	capabilities uint64
	filtered     bool // system calls are filtered, as in containers
}

func (m Machine) self() process {
	var p process
	for line := range strings.Lines(m.text("/proc/self/status")) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch value = strings.TrimSpace(value); key {
		case "CapEff":
			p.capabilities, _ = strconv.ParseUint(value, 16, 64)
		case "Seccomp":
			p.filtered = value == "2"
		}
	}
	return p
}

func (p process) may(capability uint64) bool { return p.capabilities&(capability|capSysAdmin) != 0 }

// inContainer reports whether this is a container, which has its own limits.
func (m Machine) inContainer() bool {
	return m.exists("/.dockerenv") || m.exists("/run/.containerenv") || m.exists("/var/run/secrets/kubernetes.io")
}

// number returns the number in a file below /proc/sys, or a default if there is none.
func (m Machine) number(path string, otherwise int) int {
	n, err := strconv.Atoi(m.text(path))
	if err != nil {
		return otherwise
	}
	return n
}

const (
	adviceContainer = "the container does not let programs record: start it with `--cap-add PERFMON` (Kubernetes: securityContext.capabilities.add), or with a seccomp profile that allows perf_event_open"
	adviceParanoid  = "kernel.perf_event_paranoid is %d, which keeps users from recording: `sudo sysctl kernel.perf_event_paranoid=1` (lasting: a line in /etc/sysctl.d), or run fold with sudo"
	adviceAll       = "kernel.perf_event_paranoid is %d, which keeps users from recording all processors: `sudo sysctl kernel.perf_event_paranoid=0`, or run fold with sudo"
	noteKptr        = "kernel functions will have no names: `sudo sysctl kernel.kptr_restrict=0`"
)

// checkLinux looks at the kernel's limits on who may record what.
func (p Profiler) checkLinux(t Target) (notes []string, err error) {
	m := p.machine
	self := m.self()
	if t.PID > 0 && !m.exists(fmt.Sprintf("/proc/%d", t.PID)) {
		return nil, fmt.Errorf("there is no process %d", t.PID)
	}
	if size, isDwarf := t.stackSize(); isDwarf {
		notes = append(notes, fmt.Sprintf("--call-graph dwarf copies %d KiB of stack with every sample: some %d MB a second for each busy processor",
			size>>10, t.frequency()*size>>20))
	}
	if self.may(capPerfmon) {
		return notes, nil
	}
	paranoid := m.number("/proc/sys/kernel/perf_event_paranoid", 2)
	switch {
	case m.inContainer() && (self.filtered || paranoid > 2):
		return nil, errors.New(adviceContainer)
	case paranoid > 2:
		return nil, fmt.Errorf(adviceParanoid, paranoid)
	case t.All && paranoid > 0:
		return nil, fmt.Errorf(adviceAll, paranoid)
	}
	if paranoid < 2 && !self.may(capSyslog) && m.number("/proc/sys/kernel/kptr_restrict", 0) != 0 {
		notes = append(notes, noteKptr)
	}
	return notes, nil
}

// defaultStack is how much of a stack is copied with a sample. 8 KiB, perf's own default, cuts many stacks.
const defaultStack = 16384

// stackSize returns how much of a stack is copied with each sample.
func (t Target) stackSize() (size int, isDwarf bool) {
	rest, isDwarf := strings.CutPrefix(t.CallGraph, "dwarf")
	size, err := strconv.Atoi(strings.TrimPrefix(rest, ","))
	if err != nil {
		size = defaultStack
	}
	return size, isDwarf
}

// MostSamples returns how many samples a second the machine allows; 0: that is not known.
func (m Machine) MostSamples() int {
	return m.number("/proc/sys/kernel/perf_event_max_sample_rate", 0)
}

// perfArgs returns the arguments of perf: without copies of programs in ~/.debug (-N), because fold reads the
// programs now.
func (p Profiler) perfArgs(t Target) []string {
	args := []string{"record", "-q", "-N", "-F", strconv.Itoa(t.frequency())}
	switch size, isDwarf := t.stackSize(); {
	case isDwarf:
		args = append(args, "--call-graph", fmt.Sprintf("dwarf,%d", size))
		if p.compresses() {
			args = append(args, "-z")
		}
	case t.CallGraph != "":
		args = append(args, "--call-graph", t.CallGraph)
	default:
		args = append(args, "-g")
	}
	if t.Event != "" {
		args = append(args, "-e", t.Event)
	}
	if t.All {
		args = append(args, "-a")
	}
	if t.PID > 0 {
		args = append(args, "-p", strconv.Itoa(t.PID))
	}
	args = append(args, "-o", t.File)
	if len(t.Command) > 0 {
		args = append(append(args, "--"), t.Command...)
	}
	return args
}

// compresses reports whether perf was built with zstd.
func (p Profiler) compresses() bool {
	for line := range strings.Lines(p.machine.Output(p.path, "version", "--build-options")) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		if name == "zstd" {
			return strings.Contains(value, "on")
		}
	}
	return false
}
