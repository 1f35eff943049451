package input

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns the string that comes next, decoded, in UTF-8, or the digits of a number. Anything else is
// skipped, and ok false. The text is valid until the next call of any method.
func (j *JSON) Text() (text []byte, ok bool) {
	switch j.Kind() {
	case JSONString:
		return j.string()
	case JSONNumber:
		text, _, ok = j.number()
		j.pos += len(text)
		j.pending = false
		return text, ok
	}
	j.Skip()
	return nil, false
}

// ID is Text for a number or a text that names something: 30, "30" and 30.0 are one, and the digits of a
// large one are never rounded.
func (j *JSON) ID() (id []byte, ok bool) {
	if j.Kind() != JSONNumber {
		return j.Text()
	}
	text, plain, ok := j.number()
	j.pos += len(text)
	j.pending = false
	if plain || !ok {
		return text, ok
	}
	if n, fits := parseDecimal(text, 0); fits == numberExact {
		j.text = strconv.AppendInt(j.text[:0], n, 10)
		return j.text, true
	}
	return text, true
}

// readName reads the name of a member: the current byte is its quote.
func (j *JSON) readName() {
	text, ok := j.string()
	if !ok {
		j.name = nil
		return
	}
	if j.pos < j.end && j.buf[j.pos] == ':' {
		j.name = text // the usual case: nothing moves before the caller has seen it
		return
	}
	j.text = append(j.text[:0], text...)
	j.name = j.text
}

// string reads the string of which the quote is the current byte.
func (j *JSON) string() (text []byte, ok bool) {
	n, escaped, ok := j.stringEnd()
	if !ok {
		return nil, false
	}
	raw := j.buf[j.pos+1 : j.pos+n-1]
	j.pos += n
	j.pending = false
	if escaped {
		j.text = appendUnescaped(j.text[:0], raw)
		raw = j.text
	}
	if !validUTF8(raw) {
		j.text = appendValid(nil, raw)
		raw = j.text
	}
	return raw, true
}

// stringEnd returns the length of the string of which the quote is the current byte, quotes included, and
// has all of it in the buffer.
func (j *JSON) stringEnd() (n int, escaped, ok bool) {
	n = 1
	quote, looked := 0, 1 // where the first quote is that is not before n; where to look for it
	for {
		window := j.buf[j.pos:j.end]
		if quote < n {
			looked = max(looked, n)
			if quote = looked + bytes.IndexByte(window[looked:], '"'); quote < looked {
				looked = len(window)
				quote = 0
				if !j.fill() {
					return 0, false, false
				}
				continue
			}
		}
		slash := bytes.IndexByte(window[n:quote], '\\')
		if slash < 0 {
			return quote + 1, escaped, true
		}
		escaped = true
		n += slash
		if !j.validEscape(j.buf[j.pos+n : j.end]) {
			return 0, false, false
		}
		n += 2
	}
}

// validEscape says whether an escape is one of JSON's. The four digits of \u are looked at later.
func (j *JSON) validEscape(escape []byte) bool {
	switch escape[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't', 'u':
		return true
	}
	j.damaged(strconv.Quote(string(escape[:2])) + " is no escape")
	return false
}

// appendUnescaped appends a string without its quotes, its escapes decoded. Surrogates without a partner
// become U+FFFD.
func appendUnescaped(dst, raw []byte) []byte {
	for {
		slash := bytes.IndexByte(raw, '\\')
		if slash < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:slash]...)
		raw = raw[slash:]
		if raw[1] == 'u' {
			r, n := unicodeEscape(raw)
			dst = utf8.AppendRune(dst, r)
			raw = raw[n:]
			continue
		}
		dst = append(dst, unescaped[raw[1]])
		raw = raw[2:]
	}
}

var unescaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unicodeEscape decodes \uXXXX, or two of them that are a pair of surrogates, and returns its length.
func unicodeEscape(raw []byte) (r rune, n int) {
	r, ok := hexEscape(raw)
	if !ok {
		return utf8.RuneError, 2
	}
	if utf16.IsSurrogate(r) {
		if low, ok := hexEscape(raw[6:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
		return utf8.RuneError, 6
	}
	return r, 6
}

// hexEscape returns the number in \uXXXX.
func hexEscape(raw []byte) (r rune, ok bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	return rune(n), err == nil
}

// validUTF8 is faster than utf8.Valid on what names mostly are, a few ASCII bytes.
func validUTF8(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return utf8.Valid(text)
		}
	}
	return true
}

// appendValid appends text with U+FFFD in the place of each byte that is not UTF-8.
func appendValid(dst, text []byte) []byte {
	for _, r := range string(text) {
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}
