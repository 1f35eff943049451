package sample

import (
	"bytes"

	"fold/sources/input"
)

// Format is what macOS sample(1), Activity Monitor and filtercalltree(1) write:
//
//	Analysis of sampling tidepool (pid 4410) every 1 millisecond
//	Process:         tidepool [4410]
//	----
//
//	Call graph:
//	    2400 Thread_910021   DispatchQueue_1: com.apple.main-thread  (serial)
//	    + 2400 start  (in dyld) + 6076  [0x18f3b0274]
//	    +   2397 main  (in tidepool) + 212  [0x1022b40d4]
//	    +   ! 1397 tide_step  (in tidepool) + 88  [0x1022b5a10]
//	    +   3 main  (in tidepool) + 212  [0x1022b40d4]
//	    2400 Thread_910033: tide.writer
//	      2400 thread_start  (in libsystem_pthread.dylib) + 8  [0x18f770b80]
//
//	Total number in stack (recursive counted multiple, when >=5):
//
// The grammar is taken from reports of Mac OS X 10.5 to macOS 26. The weights are numbers of samples; they
// are no times, because the interval is the pause between two samples and not a period.
var Format = input.Format{
	Name: "sample", Title: "macOS sample and Activity Monitor reports",
	Uses:  input.UsesLabels | input.UsesIdle | input.UsesAddresses,
	Sniff: sniffSample,
	Split: splitSample, Resumes: true,
	Parse: parseSample,
	Facts: factsOf,
}

// sniffSample looks for a line that only this format has. Reports are pasted with chatter above them and
// without their header, so it may be any line of the head.
func sniffSample(h *input.Head) bool {
	if !h.IsText() {
		return false
	}
	inGraph := false
	var thread sampleLine // the line before, if it is a thread entry
	for c := h.Lines(); ; {
		text, ok := c.Next()
		if !ok {
			return false
		}
		line := cutSampleLine(text)
		kind := sampleText
		if !line.ok {
			kind = kindOfSampleText(text)
		}
		switch {
		case kind == sampleReport, kind == sampleFailure:
			return true
		case inGraph && (line.isThread() || kind == sampleFooter):
			return true
		case thread.ok && line.ok && line.column == thread.column+2:
			return true
		}
		inGraph = inGraph || kind == sampleGraph
		if thread = line; !line.isThread() {
			thread.ok = false
		}
	}
}

// sampleKind is what a line is that is not part of a call graph.
type sampleKind uint8

const (
	sampleText    sampleKind = iota // header fields, prose, footer rows
	sampleBlank                     // empty, or blanks alone
	sampleChatter                   // "Sampling process 4410 for 3 seconds with ...": a report comes next
	sampleReport                    // "Analysis of sampling tidepool (pid 4410) every 1 millisecond"
	sampleGraph                     // "Call graph:"
	sampleFooter                    // "Total number in stack ...": the call graph is over
	sampleFence                     // "```"
	sampleFailure                   // "sample cannot examine process 99 because it does not exist"
	sampleElision                   // "...": put there by somebody who took lines out
)

// kindOfSampleText tells what a line is; reports may be indented and may be glued to a code fence.
func kindOfSampleText(line []byte) sampleKind {
	text := input.TrimBlanks(line)
	if len(text) == 0 {
		return sampleBlank
	}
	bare := bytes.TrimLeft(text, "`")
	switch {
	case len(bare) == 0:
		return sampleFence
	case string(bare) == "Call graph:":
		return sampleGraph
	case bytes.HasPrefix(bare, []byte("Analysis of sampling ")):
		return sampleReport
	case bytes.HasPrefix(bare, []byte("Sampling process ")):
		return sampleChatter
	case bytes.HasPrefix(bare, []byte("sample cannot examine process")):
		return sampleFailure
	case len(bytes.Trim(text, ".[]… ")) == 0:
		return sampleElision
	}
	for _, title := range []string{"Total number in stack", "Sort by top of stack", "Binary Images", "Binary images"} {
		if bytes.HasPrefix(text, []byte(title)) {
			return sampleFooter
		}
	}
	return sampleText
}
