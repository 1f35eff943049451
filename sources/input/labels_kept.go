package input

import (
	"encoding/binary"

	"fold/collapse"
)

// keptMark stands before the labels of a sample in the builder's table of texts, see labelMark.
const keptMark = "\x00labels\x00"

// keep returns the symbol of the frame that holds labels: for each its key, then 0 and its text, or 1, its number and
// its unit. Texts stand behind their lengths.
func (l *labeler) keep(b *collapse.Builder, labels []Label) collapse.Symbol {
	l.text = append(l.text[:0], keptMark...)
	for _, label := range labels {
		l.text = appendText(l.text, label.Key)
		if label.Numeric {
			l.text = appendText(binary.AppendVarint(append(l.text, 1), label.Number), label.Unit)
		} else {
			l.text = appendText(append(l.text, 0), label.Text)
		}
	}
	return b.Intern(l.text, keptFrame)
}

func appendText(out []byte, text string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(text))), text...)
}

func keptFrame(text []byte) []collapse.Frame {
	return []collapse.Frame{{Name: string(text[len(keptMark):]), Kind: collapse.KindLabels}}
}

// LabelsOf returns the labels that a frame of collapse.KindLabels holds, in the order in which the reader gave them;
// none for other frames.
func LabelsOf(f collapse.Frame) []Label {
	if f.Kind != collapse.KindLabels {
		return nil
	}
	var labels []Label
	for rest := f.Name; rest != ""; {
		var label Label
		label.Key, rest = cutText(rest)
		kind := rest[0]
		if rest = rest[1:]; kind == 1 {
			number, n := binary.Varint([]byte(rest[:min(len(rest), binary.MaxVarintLen64)]))
			label.Number, label.Numeric = number, true
			label.Unit, rest = cutText(rest[n:])
		} else {
			label.Text, rest = cutText(rest)
		}
		labels = append(labels, label)
	}
	return labels
}

func cutText(from string) (text, rest string) {
	length, n := binary.Uvarint([]byte(from[:min(len(from), binary.MaxVarintLen64)]))
	return from[n : n+int(length)], from[n+int(length):]
}
