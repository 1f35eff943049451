// Package valgrind reads what the tools of valgrind, and others after them, have in common: the text of a frame.
package valgrind

import (
	"strconv"
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/symbol"
)

// Frames returns what reads the text of a frame:
//
//	0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_dhat-amd64-linux.so)
//	0x109197: boil (kettle.c:6)
//	0x55d0c8e6a2c0: kettle::boil::{{closure}} (main.rs:12:18)
//	0x1: ??? (in /opt/tea (2)/libt.so.1)
//	0x3: ???
func Frames(o input.Options) func(text []byte) []collapse.Frame {
	simple := o.Simple(input.DemangleFull)
	return func(text []byte) []collapse.Frame {
		return []collapse.Frame{frame(string(text), simple, o.Lines)}
	}
}

func frame(text string, simple, lines bool) collapse.Frame {
	address, name := cutAddress(text)
	name, f, line := cutPlace(name)
	switch {
	case name != "" && name != "???":
		f.Name = symbol.Native(name, simple)
		if lines && line > 0 {
			f.Name, f.Line = f.Name+":"+strconv.Itoa(line), line
		}
	case f.Module != "":
		f.Name = "[" + f.Module + "]"
	case f.File != "":
		f.Name = "[" + f.File + "]"
	case name == "" && address != "":
		f.Name = address
	default:
		f.Name = "[unknown]"
	}
	return f
}

// cutAddress splits "0x109197: boil".
func cutAddress(text string) (address, name string) {
	if !strings.HasPrefix(text, "0x") {
		return "", text
	}
	before, after, _ := strings.Cut(text, ":")
	if strings.Trim(before[len("0x"):], "0123456789abcdefABCDEF") != "" {
		return "", text
	}
	return before, strings.TrimSpace(after)
}

// cutPlace takes where a function stands off its end: "(in PATH)", "(FILE:LINE)" or "(FILE:LINE:COLUMN)". Any other
// parenthesis is part of the name.
func cutPlace(text string) (name string, f collapse.Frame, line int) {
	at := openingParenthesis(text)
	if at < 0 || at > 0 && text[at-1] != ' ' {
		return text, f, 0
	}
	place := text[at+1 : len(text)-1]
	name = strings.TrimRight(text[:at], " ")
	if path, found := strings.CutPrefix(place, "in "); found {
		return name, collapse.Frame{Module: path[strings.LastIndexByte(path, '/')+1:]}, 0
	}
	file, line, ok := cutLine(place)
	if !ok {
		return text, f, 0
	}
	if shorter, outer, ok := cutLine(file); ok {
		file, line = shorter, outer // the last number was the column
	}
	return name, collapse.Frame{File: file}, line
}

// cutLine splits "kettle.c:6".
func cutLine(place string) (file string, line int, ok bool) {
	colon := strings.LastIndexByte(place, ':')
	if colon <= 0 {
		return "", 0, false
	}
	line, err := strconv.Atoi(place[colon+1:])
	return place[:colon], line, err == nil && line >= 0
}

// openingParenthesis returns where the parenthesis opens that a text ends with; -1: it ends with none.
func openingParenthesis(text string) int {
	if !strings.HasSuffix(text, ")") {
		return -1
	}
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
