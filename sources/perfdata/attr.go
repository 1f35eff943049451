package perfdata

import (
	"fmt"
	"strings"
)

// Bits of attr.sampleType: the fields of a sample.
const (
	hasIP = 1 << iota
	hasTID
	hasTime
	hasAddr
	hasRead
	hasChain
	hasID
	hasCPU
	hasPeriod
	hasStreamID
	hasRaw
	hasBranches
	hasRegsUser
	hasStackUser
	hasWeight
	hasDataSource
	hasIdentifier
)

// Bits of attr.readFormat: what stands with a counter's value.
const (
	readEnabled = 1 << iota
	readRunning
	readID
	readGroup
	readLost
)

// Bits of attr.flags.
const (
	flagInherit       = 1 << 1
	flagExcludeUser   = 1 << 4
	flagExcludeKernel = 1 << 5
	flagExcludeHV     = 1 << 6
	flagFrequency     = 1 << 10
	flagSampleIDAll   = 1 << 18
	flagExcludeHost   = 1 << 19
	flagExcludeGuest  = 1 << 20

	preciseShift = 15 // two bits
)

// Bits of attr.branchType.
const (
	branchCallStack = 1 << 11
	branchHWIndex   = 1 << 17
	branchCounters  = 1 << 19
)

// Values of attr.kind.
const (
	kindHardware   = 0
	kindSoftware   = 1
	kindTracepoint = 2
	kindCache      = 3
	kindRaw        = 4
)

// attr is a perf_event_attr: one event, and what its samples hold.
type attr struct {
	kind       uint32
	config     uint64
	period     uint64 // or the frequency, with flagFrequency
	sampleType uint64
	readFormat uint64
	flags      uint64
	branchType uint64
	regsUser   uint64 // which registers a sample has
	ids        []uint64
	name       string // as perf was told it; empty: not known

	columns *eventColumns
}

// attrSize is how much of a perf_event_attr is looked at. Older ones are shorter.
const attrSize = 144

func parseAttr(b []byte) *attr {
	var p [attrSize]byte
	copy(p[:], b)
	return &attr{
		kind: le.Uint32(p[0:]), config: le.Uint64(p[8:]), period: le.Uint64(p[16:]),
		sampleType: le.Uint64(p[24:]), readFormat: le.Uint64(p[32:]), flags: le.Uint64(p[40:]),
		branchType: le.Uint64(p[72:]), regsUser: le.Uint64(p[80:]),
	}
}

func (a *attr) has(field uint64) bool { return a.sampleType&field != 0 }

// countsReads says whether a sample stands for what the counters in it have counted since the last one.
func (a *attr) countsReads() bool { return a.has(hasRead) && a.readFormat&readID != 0 }

// copiesStacks says whether samples hold a copy of the stack, to be unwound.
func (a *attr) copiesStacks() bool { return a.has(hasRegsUser) && a.has(hasStackUser) }

// eventName returns the name of the event: that of the recording or, if it was cut, the one that perf would
// print.
func (a *attr) eventName() string {
	if a.name != "" {
		return a.name
	}
	return a.bareName() + a.modifiers()
}

var (
	hardwareNames = []string{
		"cycles", "instructions", "cache-references", "cache-misses", "branches", "branch-misses", "bus-cycles",
		"stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles",
	}
	softwareNames = []string{
		"cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations", "minor-faults",
		"major-faults", "alignment-faults", "emulation-faults", "dummy", "bpf-output", "cgroup-switches",
	}
	cacheNames      = []string{"L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node"}
	cacheOperations = []string{"load", "store", "prefetch"}
)

func (a *attr) bareName() string {
	config := a.config & 0xffffffff // above it stands the kind of processor
	switch {
	case a.kind == kindHardware && config < uint64(len(hardwareNames)):
		return hardwareNames[config]
	case a.kind == kindSoftware && config < uint64(len(softwareNames)):
		return softwareNames[config]
	case a.kind == kindTracepoint:
		return "unknown tracepoint"
	case a.kind == kindCache:
		return cacheName(config)
	case a.kind == kindRaw:
		return fmt.Sprintf("raw 0x%x", a.config)
	}
	return fmt.Sprintf("unknown attr type: %d", a.kind)
}

// cacheName names an event of a cache: "L1-dcache-loads", "L1-dcache-load-misses".
func cacheName(config uint64) string {
	cache, operation, misses := config&0xff, config>>8&0xff, config>>16&0xff
	if cache >= uint64(len(cacheNames)) || operation >= uint64(len(cacheOperations)) || misses > 1 {
		return "invalid-cache"
	}
	name := cacheNames[cache] + "-" + cacheOperations[operation]
	switch {
	case misses == 1:
		return name + "-misses"
	case cacheOperations[operation] == "prefetch":
		return name + "es"
	}
	return name + "s"
}

// modifiers returns where the event was counted, as perf writes it: ":u", ":ppp", ":HG".
func (a *attr) modifiers() string {
	var out strings.Builder
	letter := func(excluded uint64, c byte) {
		if a.flags&excluded == 0 {
			out.WriteByte(c)
		}
	}
	if a.flags&(flagExcludeKernel|flagExcludeUser|flagExcludeHV) != 0 {
		letter(flagExcludeKernel, 'k')
		letter(flagExcludeUser, 'u')
		letter(flagExcludeHV, 'h')
	}
	out.WriteString("ppp"[:a.flags>>preciseShift&3])
	if a.flags&flagExcludeHost != 0 || (a.flags&flagExcludeGuest != 0) == (out.Len() > 0) {
		letter(flagExcludeHost, 'H')
		letter(flagExcludeGuest, 'G')
	}
	if out.Len() == 0 {
		return ""
	}
	return ":" + out.String()
}
