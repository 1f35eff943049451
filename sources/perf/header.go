package perf

import (
	"bytes"
	"math"

	"fold/sources/input"
)

// perfHeader is the first line of a sample. Its texts are parts of that line; nil where absent.
type perfHeader struct {
	comm      []byte // the command, without blanks around it
	pid, tid  []byte // perf prints "PID/TID", or one number, which is the thread
	cpu       []byte // the digits of "[003]"
	time      []byte // "812.000100:"
	event     []byte
	post      []byte // what follows the event: a frame, an address, tracepoint arguments
	period    int64
	hasPeriod bool
}

// perfHint says which headers the surroundings of a line allow. Each allows what those before it do.
type perfHint uint8

const (
	perfStrict    perfHint = iota // with a time, or with a CPU and an event: a header whatever surrounds it
	perfNoTime                    // "java 19983 cycles:" in front of a frame or a blank line
	perfEventOnly                 // "cycles:" in front of a frame
)

// parsePerfHeader reads
//
//	COMM PID[/TID] [CPU] MISC DATE CLOCK SECONDS.FRACTION: PERIOD EVENT: ...
//
// where COMM may hold anything, blanks and numbers too. So it is the shortest text in front of which the
// rest fits: "99 [001] 1.5: 7 [000] 12.000001: cycles:" is the command "99 [001] 1.5:".
func parsePerfHeader(line []byte, hint perfHint) (perfHeader, bool) {
	if h, ok := timedHeader(line); ok {
		return h, true
	}
	return untimedHeader(line, hint)
}

// timedHeader reads the headers that the surroundings of their line do not matter for.
func timedHeader(line []byte) (h perfHeader, ok bool) {
	line = trimGuest(line)
	for form := headerWithPID; form <= headerWithLooseTime; form++ {
		if h, ok = findHeader(line, form, perfStrict); ok {
			return h, true
		}
	}
	return perfHeader{}, false
}

// untimedHeader reads those that lack a time.
func untimedHeader(line []byte, hint perfHint) (perfHeader, bool) {
	line = trimGuest(line)
	if h, ok := findHeader(line, headerWithoutTime, hint); ok {
		return h, true
	}
	h := perfHeader{}
	if hint < perfEventOnly || !h.eventField(input.TrimBlanks(line)) {
		return perfHeader{}, false
	}
	// "tmux: server" is a command, "sched:sched_switch: prev_comm=..." an event with its arguments.
	return h, len(h.post) == 0 || bytes.IndexByte(h.event, ':') >= 0
}

// perfForm is what may follow the command in a header. The surest form is looked for first.
type perfForm uint8

const (
	headerWithPID perfForm = iota
	headerWithTime
	headerWithLooseTime
	headerWithoutTime
)

// parse reads what follows the command. The forms are no functions in a variable: with that each header
// would be allocated.
func (f perfForm) parse(rest []byte, h *perfHeader, hint perfHint) bool {
	switch f {
	case headerWithPID:
		return headerFromPID(rest, h)
	case headerWithTime:
		return headerFromTime(rest, h)
	case headerWithLooseTime:
		return headerLooseTime(rest, h)
	}
	return headerNoTime(rest, h, hint)
}

// trimGuest takes "VM:1234 VCPU:001 " off, which perf kvm writes.
func trimGuest(line []byte) []byte {
	if !bytes.HasPrefix(line, []byte("VM:")) {
		return line
	}
	if _, after, ok := bytes.Cut(line, []byte("VCPU:")); ok {
		return trimDigits(bytes.TrimLeft(after, " "))
	}
	return line
}

// findHeader looks for the form behind each blank, and takes what stands in front of the first place where
// it is found as the command; last of all at the start of the line, without a command.
func findHeader(line []byte, form perfForm, hint perfHint) (h perfHeader, ok bool) {
	start := len(line) - len(input.TrimLeft(line))
	for i := start + 1; i < len(line); i++ {
		if c := line[i]; c != '-' && (c < '0' || c > '9') || !input.IsBlank(line[i-1]) {
			continue // all of them begin with a number
		}
		if form.parse(line[i:], &h, hint) {
			h.comm = input.TrimBlanks(line[:i])
			return h, true
		}
		h = perfHeader{}
	}
	ok = start < len(line) && form.parse(line[start:], &h, hint)
	return h, ok
}

// headerFromPID reads "4101/4107 [003] 812.000100: ...".
func headerFromPID(rest []byte, h *perfHeader) bool {
	rest, ok := h.threadField(rest)
	if !ok {
		return false
	}
	rest, _ = h.cpuField(rest)
	if h.time = firstWord(rest); isTime(h.time) { // the usual case
		h.afterTime(nextWord(rest))
		return true
	}
	if misc := firstWord(rest); len(misc) > 0 && len(bytes.Trim(misc, "KUHGgMESp")) == 0 {
		rest = nextWord(rest)
	}
	if isDate(firstWord(rest)) {
		rest = nextWord(nextWord(rest))
	}
	return headerFromTime(rest, h)
}

// headerFromTime reads "812.000100:     400000       cycles:u: ...".
func headerFromTime(rest []byte, h *perfHeader) bool {
	if h.time = firstWord(rest); !isTime(h.time) {
		return false
	}
	h.afterTime(nextWord(rest))
	return true
}

// headerLooseTime reads "25122 [007] 115539.9366:  1000000 task-clock:u:": simpleperf does not fill the
// fraction up with zeros. The CPU and the event must be there.
func headerLooseTime(rest []byte, h *perfHeader) bool {
	rest, ok := h.threadField(rest)
	if !ok {
		return false
	}
	rest, hasCPU := h.cpuField(rest)
	time := firstWord(rest)
	point := bytes.IndexByte(time, '.')
	if !hasCPU || point < 1 || len(trimDigits(time[:point])) > 0 || string(trimDigits(time[point+1:])) != ":" {
		return false
	}
	h.time = time
	h.afterTime(nextWord(rest))
	return h.event != nil
}

// headerNoTime reads "19983 cycles:". With a CPU, "19983 [000] cycles:", or a frame behind the event the
// hint does not matter.
func headerNoTime(rest []byte, h *perfHeader, hint perfHint) bool {
	rest, ok := h.threadField(rest)
	if !ok {
		return false
	}
	rest, hasCPU := h.cpuField(rest)
	if number, ok := parsePeriod(firstWord(rest)); ok {
		h.period, h.hasPeriod = number, true
		rest = nextWord(rest)
	}
	return h.eventField(rest) && (hasCPU || hint >= perfNoTime || isPerfFrame(h.post))
}

// threadField reads "4101/4107" or "4107" and the blanks behind it.
func (h *perfHeader) threadField(rest []byte) (after []byte, ok bool) {
	word := firstWord(rest)
	digits := trimDigits(bytes.TrimPrefix(word, []byte("-")))
	switch {
	case len(digits) == len(word) || len(word) == 1 && word[0] == '-':
		return nil, false
	case len(digits) == 0:
		h.tid = word
	case digits[0] == '/' && len(digits) > 1 && len(trimDigits(bytes.TrimPrefix(digits[1:], []byte("-")))) == 0:
		h.pid, h.tid = word[:len(word)-len(digits)], digits[1:]
	default:
		return nil, false
	}
	return nextWord(rest), true
}

// afterTime reads "PERIOD EVENT: ...", where either may be absent.
func (h *perfHeader) afterTime(rest []byte) {
	number, isNumber := parsePeriod(firstWord(rest))
	after := nextWord(rest)
	switch {
	case isNumber && (len(after) == 0 || h.eventField(after)):
		h.period, h.hasPeriod = number, true
	case !h.eventField(rest):
		h.post = rest
	}
}

// eventField reads "sched:sched_switch: ...". The event ends at the first colon that a blank follows.
func (h *perfHeader) eventField(rest []byte) bool {
	word := firstWord(rest)
	if len(word) < 2 || word[len(word)-1] != ':' {
		return false
	}
	h.event, h.post = word[:len(word)-1], nextWord(rest)
	return true
}

// parsePeriod reads a decimal number. One that does not fit into 64 bits is taken as the largest.
func parsePeriod(word []byte) (period int64, ok bool) {
	if len(word) == 0 || len(trimDigits(word)) > 0 {
		return 0, false
	}
	for _, c := range word {
		if period > (math.MaxInt64-9)/10 {
			return math.MaxInt64, true
		}
		period = period*10 + int64(c-'0')
	}
	return period, true
}

// isTime recognises "812.000100:", with six digits behind the point or nine.
func isTime(word []byte) bool {
	n := len(word)
	if n < 9 || word[n-1] != ':' {
		return false
	}
	point := bytes.IndexByte(word, '.')
	if fraction := n - 2 - point; point < 1 || fraction != 6 && fraction != 9 {
		return false
	}
	return len(trimDigits(word[:point])) == 0 && len(trimDigits(word[point+1:n-1])) == 0
}

// isDate recognises "2026-03-02".
func isDate(word []byte) bool {
	return len(word) == 10 && word[4] == '-' && word[7] == '-' && word[0] >= '0' && word[0] <= '9'
}

// cpuField reads "[003]".
func (h *perfHeader) cpuField(rest []byte) (after []byte, found bool) {
	if word := firstWord(rest); len(word) > 2 && word[0] == '[' && string(trimDigits(word[1:])) == "]" {
		h.cpu = word[1 : len(word)-1]
		return nextWord(rest), true
	}
	return rest, false
}

// firstWord returns the text up to the first blank.
func firstWord(text []byte) []byte {
	for i, c := range text {
		if input.IsBlank(c) {
			return text[:i]
		}
	}
	return text
}

// nextWord returns the text behind the first word and the blanks after it.
func nextWord(text []byte) []byte {
	return input.TrimLeft(text[len(firstWord(text)):])
}
