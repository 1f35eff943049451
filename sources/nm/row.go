package nm

import (
	"bytes"

	"fold/collapse"
	"fold/sources/input"
)

// row is a symbol; size is empty where nm prints none.
type row struct {
	name, address, size []byte
	letter              byte
}

// isNumber reports whether text is a number as nm pads it: 8 or 16 digits.
func isNumber(text []byte) bool { return len(text) >= 8 && isHex(text) }

// isHex reports whether text is hexadecimal digits. Addresses may go beyond 63 bits.
func isHex(text []byte) bool {
	return len(text) > 0 && len(bytes.Trim(text, "0123456789abcdefABCDEF")) == 0
}

// isLetter reports whether text is a symbol's type: a letter, "-" or "?".
func isLetter(text []byte) bool {
	return len(text) == 1 && (text[0]|0x20 >= 'a' && text[0]|0x20 <= 'z' || text[0] == '-' || text[0] == '?')
}

// cutWord takes the first word off a text.
func cutWord(text []byte) (word, rest []byte) {
	text = input.TrimLeft(text)
	end := 0
	for end < len(text) && !input.IsWhite(text[end]) {
		end++
	}
	return text[:end], text[end:]
}

// cutLastWord takes the last word off a text.
func cutLastWord(text []byte) (rest, word []byte) {
	text = input.TrimBlanks(text)
	start := len(text)
	for start > 0 && !input.IsWhite(text[start-1]) {
		start--
	}
	return text[:start], text[start:]
}

// parseOwn reads a row of nm's own layout. Undefined symbols have no address, others perhaps no size:
//
//	0000000000001200 00000000000017b3 T tea::pour(int)
//	0000000000001169 t grow
//	                 U printf
func parseOwn(line []byte) (row, bool) {
	var r row
	word, rest := cutWord(line)
	if isNumber(word) {
		r.address = word
		if word, rest = cutWord(rest); isNumber(word) {
			r.size = word
			word, rest = cutWord(rest)
		}
	} else if len(line) == 0 || line[0] != ' ' {
		return r, false
	}
	if !isLetter(word) {
		return r, false
	}
	r.letter, r.name = word[0], input.TrimBlanks(rest)
	return r, len(r.name) > 0
}

// parsePOSIX reads a row of nm -P:
//
//	tea::Pot::pour(int) T 1200 17b3
//	main T 1200
//	printf U
func parsePOSIX(line []byte) (row, bool) {
	var r row
	var numbers [2][]byte
	rest, word := cutLastWord(line)
	count := 0
	for count < len(numbers) && isHex(word) && !(count > 0 && isLetter(word) && !isLetterNext(rest)) {
		numbers[count] = word
		count++
		rest, word = cutLastWord(rest)
	}
	if !isLetter(word) || count == 0 && word[0]|0x20 != 'u' && word[0]|0x20 != 'w' && word[0]|0x20 != 'v' {
		return r, false
	}
	r.letter, r.name = word[0], input.TrimBlanks(rest)
	switch count {
	case 1:
		r.address = numbers[0]
	case 2:
		r.size, r.address = numbers[0], numbers[1]
	}
	return r, len(r.name) > 0
}

// isLetterNext reports whether the last word of a text is a symbol's type. "b" may be one or a number.
func isLetterNext(text []byte) bool {
	_, word := cutLastWord(text)
	return isLetter(word)
}

// parseSystemV reads a row of nm -f sysv. Names may hold "|", the columns after them do not:
//
//	grow                |0000000000001169|   t  |              FUNC|0000000000000023|     |.text
func parseSystemV(line []byte) (row, bool) {
	var columns [6][]byte
	for i := len(columns) - 1; i >= 0; i-- {
		at := bytes.LastIndexByte(line, '|')
		if at < 0 {
			return row{}, false
		}
		columns[i], line = input.TrimBlanks(line[at+1:]), line[:at]
	}
	r := row{name: input.TrimBlanks(line), address: columns[0], size: columns[3]}
	if !isLetter(columns[1]) || len(r.name) == 0 {
		return r, false
	}
	r.letter = columns[1][0]
	return r, len(r.size) == 0 || isHex(r.size)
}

// numbers finds out whether an output is hexadecimal, which nm does not say: it is once a number holds a letter. Until
// then sizes wait. Without any in 16 rows it is decimal.
type numbers struct {
	hexadecimal bool
	rows        int
	pending     []waiting
}

type waiting struct {
	node         collapse.NodeID
	hex, decimal int64
}

// add adds the size of a row, or has it wait.
func (n *numbers) add(b *collapse.Builder, metric int, node collapse.NodeID, r row) bool {
	hex, ok := input.ParseHex(r.size)
	if !ok {
		return false
	}
	n.rows++
	if !n.hexadecimal && (hasLetter(r.size) || hasLetter(r.address)) {
		n.hexadecimal = true
		n.flush(b, metric)
	}
	if n.hexadecimal {
		b.Add(node, metric, hex)
		return true
	}
	decimal, _ := input.ParseCount(r.size)
	n.pending = append(n.pending, waiting{node, hex, decimal})
	return true
}

// end adds what is still waiting.
func (n *numbers) end(b *collapse.Builder, metric int) { n.flush(b, metric) }

func (n *numbers) flush(b *collapse.Builder, metric int) {
	const enough = 16
	for _, w := range n.pending {
		weight := w.decimal
		if n.hexadecimal || n.rows < enough {
			weight = w.hex
		}
		b.Add(w.node, metric, weight)
	}
	n.pending = nil
}

func hasLetter(number []byte) bool { return bytes.ContainsAny(number, "abcdefABCDEF") }
