package perf

import (
	"bytes"
	"strconv"

	"fold/collapse"
	"fold/sources/input"
)

// lineMark stands between the text of a frame and its line in the source. No line of the input holds one.
const lineMark = '\n'

// addLine gives the last frame of the open sample the line that perf prints below it with -F +srcline:
//
//	post_entry.c:112
//	fn_ops.h:112 (inlined)
//	entry.c:9 (discriminator 3)
func (r *perfReader) addLine(text []byte) {
	if len(r.stack) == 0 || r.frameText == nil {
		return
	}
	if _, _, ok := cutSourceLine(text); !ok {
		return
	}
	r.key = append(append(append(r.key[:0], r.frameText...), lineMark), text...)
	r.stack[len(r.stack)-1] = r.b.Intern(r.key, r.names.parse)
	r.frameText = nil
}

// cutSourceLine splits "dir/fn_ops.h:112 (inlined)" into file and line.
func cutSourceLine(text []byte) (file string, line int, ok bool) {
	if at := bytes.Index(text, []byte(" (")); at > 0 {
		text = text[:at]
	}
	at := bytes.LastIndexByte(text, ':')
	if at <= 0 || at+1 == len(text) || len(trimDigits(text[at+1:])) > 0 {
		return "", 0, false
	}
	line, err := strconv.Atoi(string(text[at+1:]))
	if err != nil || line == 0 || string(text[:at]) == "??" {
		return "", 0, false
	}
	return string(text[:at]), line, true
}

// withLine puts a line of the source into the innermost of a symbol's frames, as every format shows it: "name:line".
func withLine(frames []collapse.Frame, text []byte) []collapse.Frame {
	file, line, ok := cutSourceLine(text)
	if ok && len(frames) > 0 {
		f := &frames[len(frames)-1]
		f.Name += ":" + strconv.Itoa(line)
		f.File, f.Line = file, line
	}
	return frames
}

// isSourceLine says whether a line that is neither a header nor a frame may name a place in the source.
func isSourceLine(line []byte, o input.Options) bool { return o.Lines && line[0] == ' ' }
