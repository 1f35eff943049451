package input

import (
	"bytes"
	"slices"
	"sync"
)

// HeadSize is how much of an input a format's Sniff sees.
const HeadSize = 64 << 10

// Head is the beginning of an input, as every Sniff sees it: decompressed and in UTF-8. It must not be changed.
type Head struct {
	Bytes []byte // at most HeadSize bytes, and all of a shorter input

	outlined sync.Once
	outline  *Outline
	looked   sync.Once
	isText   bool
}

// NewHead returns the head of an input that begins with data.
func NewHead(data []byte) *Head { return &Head{Bytes: data[:min(len(data), HeadSize)]} }

// Cut reports whether the input may go on after the head, so that the head's last line or value may be incomplete.
func (h *Head) Cut() bool { return len(h.Bytes) == HeadSize }

// Lines returns a reader of the head's lines.
func (h *Head) Lines() *Lines { return NewLines(h.Bytes) }

// HasPrefix reports whether the input begins with one of the texts.
func (h *Head) HasPrefix(texts ...string) bool {
	for _, text := range texts {
		if bytes.HasPrefix(h.Bytes, []byte(text)) {
			return true
		}
	}
	return false
}

// Contains reports whether the text stands in the head.
func (h *Head) Contains(text string) bool { return bytes.Contains(h.Bytes, []byte(text)) }

// JSON returns the outline of an input that is JSON, and one without any value for other inputs. It is made once,
// for all formats.
func (h *Head) JSON() *Outline {
	h.outlined.Do(func() { h.outline = newOutline(h.Bytes) })
	return h.outline
}

// isControl marks the control bytes that stand in no text: those of a terminal's colours and of page breaks do.
var isControl = [256]bool{
	0: true, 1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 14: true, 15: true, 16: true, 17: true,
	18: true, 19: true, 20: true, 21: true, 22: true, 23: true, 24: true, 25: true, 26: true, 28: true, 29: true,
	30: true, 31: true,
}

// IsText reports whether the head holds no control bytes but white space and terminal escapes. Every text format asks
// first: the strings of a binary profile may look like its lines.
func (h *Head) IsText() bool {
	h.looked.Do(func() { h.isText = !slices.ContainsFunc(h.Bytes, func(c byte) bool { return isControl[c] }) })
	return h.isText
}
