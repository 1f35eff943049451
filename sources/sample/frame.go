package sample

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"fold/sources/input"

	"fold/collapse"
)

// The text of a frame behind its count; all but the name may be missing:
//
//	start  (in libdyld.dylib) + 1  [0x7fff523c9015]
//	main  (in Meadow Helper (GPU)) + 480,52,...  [0x10f2071e0,0x10f207034,...]  main.cpp:44
//	???  (in quillbox)  load address 0x10a3c0000 + 0x1e4c1  [0x10a3de4c1]
//	???  (in <unknown binary>)  [0x344e22461a84]
//	-[NSApplication run]
//
// Names hold blanks and parentheses, and so do modules. So the last "  (in " is the module's, and the last
// ")" behind which the line goes on as it must closes it.

// cutSampleSymbol takes offsets, addresses and source position off the text of a frame, so that one
// function of one module is one text. Cropped says that the line breaks off inside the module, which
// then goes too.
func cutSampleSymbol(text []byte) (symbol []byte, cropped bool) {
	if end := usualModuleEnd(text); end > 0 {
		return text[:end], false
	}
	if at := lastMarker(text, 2); at >= 0 {
		if end := moduleEnd(text, at); end > 0 {
			return text[:end], false
		}
		return bytes.TrimRight(text[:at], " "), true
	}
	if at := lastMarker(text, 1); at >= 0 {
		if end := exactModuleEnd(text, at); end > 0 {
			return text[:end], false
		}
	}
	return trimSampleOffset(text), false
}

// usualModuleEnd returns where the module ends in the most common kind of line, in one pass from its end, and
// 0 for all others:
//
//	main  (in otter) + 480  [0x10f2071e0]
func usualModuleEnd(text []byte) int {
	i := len(text) - 1
	if i < 0 || text[i] != ']' {
		return 0
	}
	if i > 8 && input.AreHex(binary.LittleEndian.Uint64(text[i-8:])) {
		i -= 8
	}
	for i--; i > 0 && addressChars[text[i]]; i-- {
	}
	if i < 4 || text[i] != '[' || string(text[i-2:i]) != "  " {
		return 0
	}
	end := i - 2
	for i = end - 1; i > 3 && offsetChars[text[i]]; i-- {
	}
	if i == end-1 || string(text[i-2:i+1]) != " + " || text[i-3] != ')' {
		return 0
	}
	end = i - 2
	i = input.LastParenthesis(text[:end-1])
	if i < 2 || string(text[i-2:i]) != "  " || !bytes.HasPrefix(text[i:end], []byte("(in ")) {
		return 0
	}
	return end
}

// lastMarker returns where the last "(in " begins that has this many blanks before it, the blanks
// included; -1 if there is none. One blank is what some authors leave of two.
func lastMarker(text []byte, blanks int) int {
	for end := len(text); ; {
		at := bytes.LastIndexByte(text[:end], '(')
		if at <= blanks {
			return -1
		}
		if text[at-1] == ' ' && text[at-blanks] == ' ' && bytes.HasPrefix(text[at:], []byte("(in ")) {
			return at - blanks
		}
		end = at
	}
}

// moduleEnd returns where the module that begins at a marker ends, behind its ")". If what follows is
// nothing that sample writes, for example a remark of somebody, the parenthesis that matches the marker's
// is taken. 0: it does not end.
func moduleEnd(text []byte, marker int) int {
	if end := exactModuleEnd(text, marker); end > 0 {
		return end
	}
	open := 0
	for i := marker; i < len(text); i++ {
		switch text[i] {
		case '(':
			open++
		case ')':
			if open--; open == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// exactModuleEnd is moduleEnd for lines that sample wrote.
func exactModuleEnd(text []byte, marker int) int {
	for end := len(text); ; {
		at := marker + bytes.LastIndexByte(text[marker:end], ')')
		if at < marker {
			return 0
		}
		if isSampleTail(text[at+1:]) {
			return at + 1
		}
		end = at
	}
}

// isSampleTail says whether a frame can go on so behind its module.
func isSampleTail(tail []byte) bool {
	if len(tail) == 0 {
		return true
	}
	if tail[0] != ' ' {
		return false
	}
	tail, _ = cutTailPart(tail, "+ ", &offsetChars)
	tail, hasLoad := cutTailPart(tail, "load address 0x", &addressChars)
	if hasLoad {
		tail, _ = cutTailPart(tail, "+ 0x", &addressChars)
	}
	tail, hasAddress := cutTailPart(tail, "[0x", &addressChars)
	if hasAddress {
		if len(tail) == 0 || tail[0] != ']' {
			return false
		}
		tail = bytes.TrimLeft(tail[1:], " ")
	}
	return len(tail) == 0 || isSourcePosition(tail)
}

var (
	offsetChars  = charSet("0123456789,.")
	addressChars = charSet("0123456789abcdefxABCDEF,.")
)

func charSet(chars string) (set [256]bool) {
	for _, c := range []byte(chars) {
		set[c] = true
	}
	return set
}

// cutTailPart takes blanks, a word and the characters of set that follow it off the front of a tail. If
// the word is missing it takes the blanks alone.
func cutTailPart(tail []byte, word string, set *[256]bool) (rest []byte, found bool) {
	for len(tail) > 0 && tail[0] == ' ' {
		tail = tail[1:]
	}
	if len(tail) <= len(word) || string(tail[:len(word)]) != word || !set[tail[len(word)]] {
		return tail, false
	}
	n := len(word)
	for n < len(tail) && set[tail[n]] {
		n++
	}
	return tail[n:], true
}

// isSourcePosition says whether text ends as "Blend.cpp:31" or "/<compiler-generated>:0" do.
func isSourcePosition(text []byte) bool {
	const mostDigits = 10
	digits := 0
	for digits < len(text) && digits <= mostDigits && text[len(text)-1-digits]-'0' <= 9 {
		digits++
	}
	return digits > 0 && digits+1 < len(text) && text[len(text)-1-digits] == ':'
}

// trimSampleOffset takes the address and the offset off a frame whose module somebody took out:
//
//	main + 61  [0x10384b549]
func trimSampleOffset(text []byte) []byte {
	bare := text
	if len(bare) > 0 && bare[len(bare)-1] == ']' {
		at := bytes.LastIndexByte(bare, '[')
		if at <= 0 {
			return text
		}
		if rest, found := cutTailPart(bare[at:], "[0x", &addressChars); !found || len(rest) != 1 {
			return text
		}
		bare = bytes.TrimRight(bare[:at], " ")
	}
	end := len(bare)
	for end > 0 && offsetChars[bare[end-1]] {
		end--
	}
	if end < len(bare) && end > 3 && string(bare[end-3:end]) == " + " {
		bare = bytes.TrimRight(bare[:end-3], " ")
	}
	return bare
}

// sampleModule returns a module without its folder, which "sample -fullPaths" writes, and ".dylib".
func sampleModule(module string) string {
	if slash := strings.LastIndexByte(module, '/'); slash >= 0 && slash < len(module)-1 {
		module = module[slash+1:]
	}
	return strings.TrimSuffix(module, ".dylib")
}

// sampleThread returns the frame of a thread entry; its blanks are squeezed.
//
//	Thread_910021   DispatchQueue_1: com.apple.main-thread  (serial)
func sampleThread(text []byte) collapse.Frame {
	words := bytes.FieldsFunc(text, func(r rune) bool { return r == ' ' })
	return collapse.Frame{Name: sampleString(bytes.Join(words, []byte(" "))), Kind: collapse.KindThread}
}

// fromHTML undoes what a web page does to "<unknown binary>". No symbol holds "&lt;": none has a ";".
var fromHTML = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "&quot;", `"`, "&#39;", "'")

// sampleString returns text with each byte that is not UTF-8 replaced, and without HTML's escapes.
func sampleString(text []byte) string {
	if !utf8.Valid(text) {
		text = []byte(string([]rune(string(text))))
	}
	if bytes.IndexByte(text, ';') < 0 {
		return string(text) // "const&" is no escape
	}
	return fromHTML.Replace(string(text))
}
