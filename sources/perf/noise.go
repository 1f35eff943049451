package perf

import (
	"bytes"

	"fold/sources/input"
	"fold/sources/perfevent"
)

// perfNoise are the beginnings of lines that perf and its helpers print on stderr, which often ends up
// in the same file, by their first byte.
var perfNoise = [256][]string{
	'W': {"Warning:", "Was the 'perf record' command properly terminated?", "WARNING: "},
	'P': {"Processed "},
	'C': {"Check IO/CPU overload!"},
	'F': {"Failed to open "},
	'c': {"cmd__addr2line"},
	'a': {"addr2line:"},
	'B': {"BFD: ", "BPF output:", "BPF string:"},
	'[': {"[ perf record:", "[ perf script:"},
	'r': {"registering plugin:"},
	'i': {"instruction trace error type"},
	'b': {"build id event received for "},
	'n': {"no symbols found in "},
}

// isBPFRow recognises the rows of a dump after its first, which begin with a TAB as frames do:
//
//	0008: cc ce ab 3b 00 00 00 00  <CC>.;....
func isBPFRow(line []byte) bool {
	text := input.TrimBlanks(line)
	if len(text) < 6 || text[4] != ':' || text[5] != ' ' {
		return false
	}
	for _, c := range text[:4] {
		if !input.IsHex(c) {
			return false
		}
	}
	return true
}

func isPerfNoise(text []byte) bool {
	for _, start := range perfNoise[text[0]] {
		if len(text) >= len(start) && string(text[:len(start)]) == start {
			return true
		}
	}
	return false
}

// isPerfComment recognises "#" and "# captured on: ...". A command may begin with "#", or be one that is
// aligned to the right.
func isPerfComment(line []byte) bool {
	return len(line) > 0 && line[0] == '#' && (len(line) == 1 || input.IsBlank(line[1]))
}

var perfRecord = []byte("PERF_RECORD_")

// isRecord says whether what follows the time is no event but a record: "PERF_RECORD_MMAP ...".
func (h *perfHeader) isRecord() bool {
	return bytes.HasPrefix(h.event, perfRecord) || h.event == nil && bytes.HasPrefix(h.post, perfRecord)
}

// record reads a line of --show-mmap-events and the like. Only lost samples matter:
//
//	courier  2600   309.492000: PERF_RECORD_LOST lost 17
func (r *perfReader) record(line []byte) {
	text := line[bytes.Index(line, perfRecord)+len(perfRecord):]
	if !bytes.HasPrefix(text, []byte("LOST")) {
		return
	}
	if lost, ok := parsePeriod(firstWord(bytes.TrimPrefix(nextWord(text), []byte("lost ")))); ok {
		r.c.Count(lost, perfevent.NoteLost)
	}
}
