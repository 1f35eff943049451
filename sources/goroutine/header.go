package goroutine

import (
	"bytes"
	"strconv"
	"strings"

	"fold/sources/dump"
	"fold/sources/input"
)

// header is the first line of a goroutine:
//
//	goroutine 30 gp=0xc000007880 m=3 mp=0xc000080008 [chan receive (durable), 3 minutes, locked to thread]:
type header struct {
	start int    // how long the prefix of the log is
	id    []byte // the goroutine's number
	text  []byte // what stands between the brackets
}

// identity returns what tells a goroutine from others. Each thread has a goroutine 0.
func (h header) identity() []byte {
	if string(h.id) == "0" {
		return nil
	}
	return h.id
}

var (
	headerWord = []byte("goroutine ")
	headerEnd  = []byte("]:")
)

// findHeader finds the header of a goroutine at the end of a line.
func findHeader(line []byte) (h header, found bool) {
	line = bytes.TrimRight(line, " \t")
	if !bytes.HasSuffix(line, headerEnd) {
		return h, false
	}
	for from := 0; ; {
		at := bytes.Index(line[from:], headerWord)
		if at < 0 {
			return h, false
		}
		if at += from; dump.IsPrefix(line[:at]) {
			if h, found = parseHeader(line[at+len(headerWord):]); found {
				h.start = at
				return h, true
			}
		}
		from = at + len(headerWord)
	}
}

// parseHeader reads what follows the word "goroutine" of a line that ends in "]:".
func parseHeader(rest []byte) (h header, ok bool) {
	id, rest, _ := bytes.Cut(rest, []byte{' '})
	if len(id) == 0 || len(bytes.Trim(id, "0123456789")) > 0 {
		return h, false
	}
	for _, word := range []string{"gp=0x", "m=", "mp=0x"} {
		if bytes.HasPrefix(rest, []byte(word)) {
			_, rest, _ = bytes.Cut(rest, []byte{' '})
		}
	}
	if len(rest) < len("[]:") || rest[0] != '[' {
		return h, false
	}
	return header{id: id, text: rest[1 : len(rest)-len(headerEnd)]}, true
}

// about is what a header says of its goroutine.
type about struct {
	state   string
	minutes int64
	labels  string // Go-quoted: "k": "v", "l": "w"
}

// notState are suffixes of a state that are none of it.
var notState = []string{" (scan)", " (leaked)", " (durable)"}

// parse reads the text between the brackets:
//
//	runnable labels:{"route": "/a]:b"}
//	chan receive (nil chan) (leaked), 3 minutes, locked to thread, synctest bubble 4
func (h header) parse() (a about) {
	text := string(h.text)
	if at := strings.Index(text, " labels:{"); at >= 0 && strings.HasSuffix(text, "}") {
		text, a.labels = text[:at], text[at+len(" labels:{"):len(text)-1]
	}
	a.state, text, _ = strings.Cut(text, ", ")
	for trimmed := true; trimmed; {
		trimmed = false
		for _, suffix := range notState {
			var found bool
			a.state, found = strings.CutSuffix(a.state, suffix)
			trimmed = trimmed || found
		}
	}
	for part := range strings.SplitSeq(text, ", ") {
		if number, found := strings.CutSuffix(part, " minutes"); found {
			a.minutes, _ = strconv.ParseInt(number, 10, 64)
		}
	}
	return a
}

// appendLabels adds the labels of a goroutine as Go quotes them. It stops at what makes no sense.
func appendLabels(labels []input.Label, text string) ([]input.Label, bool) {
	for text != "" {
		key, rest, ok := cutQuoted(text)
		if !ok || !strings.HasPrefix(rest, ": ") {
			return labels, false
		}
		value, rest, ok := cutQuoted(rest[2:])
		if !ok {
			return labels, false
		}
		labels = append(labels, input.Label{Key: key, Text: value})
		text = strings.TrimPrefix(rest, ", ")
	}
	return labels, true
}

// cutQuoted splits off a quoted text at the start of another.
func cutQuoted(text string) (value, rest string, ok bool) {
	quoted, err := strconv.QuotedPrefix(text)
	if err != nil {
		return "", "", false
	}
	value, err = strconv.Unquote(quoted)
	return value, text[len(quoted):], err == nil
}

// sniffEscaped looks for a header whose line end is escaped: "goroutine 1 [running]:\nmain.main()\n".
func sniffEscaped(h *input.Head) bool {
	for rest := h.Bytes; ; {
		at := bytes.Index(rest, headerWord)
		if at < 0 {
			return false
		}
		rest = rest[at+len(headerWord):]
		line := rest[:min(len(rest), 400)]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end]
		}
		if end := bytes.Index(line, []byte(`]:\n`)); end >= 0 {
			if _, ok := parseHeader(line[:end+len(headerEnd)]); ok {
				return true
			}
		}
	}
}
