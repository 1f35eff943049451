package v8

import (
	"bytes"
	"strconv"
	"strings"

	"fold/collapse"
)

// function is a call frame as V8 writes it, in a CPU profile and in a heap profile:
//
//	"callFrame":{"functionName":"parse","scriptId":"4","url":"file:///srv/app/main.js?v=3","lineNumber":9}
type function struct {
	name  []byte
	named bool // there is a functionName that is not null
	url   []byte
	line  int64 // as written; -1 where there is none
}

// Name returns how a JavaScript function is shown: a function without a name is known by its file and line, because
// one row for all closures would say nothing. The line counts from 1; less: it is not known.
func Name(name, url string, line int64) string {
	switch file := FileOf(url); {
	case name != "":
		return name
	case file == "":
		return "(anonymous)"
	case line < 1:
		return "(anonymous " + file + ")"
	default:
		return "(anonymous " + file + ":" + strconv.FormatInt(line, 10) + ")"
	}
}

// FileOf returns the last component of an URL, without its query and its fragment.
func FileOf(url string) string {
	if end := strings.IndexAny(url, "?#"); end >= 0 {
		url = url[:end]
	}
	url = strings.TrimRight(url, "/")
	return url[strings.LastIndexByte(url, '/')+1:]
}

// IsRoot reports whether a name only says that stacks begin there: V8 writes (root), Hermes [root].
func IsRoot[T string | []byte](name T) bool {
	return string(name) == "(root)" || string(name) == "[root]"
}

// appendKey appends the text by which a function is interned.
func (f *function) appendKey(key []byte) []byte {
	key = append(key, f.name...)
	key = append(append(key, 0), f.url...)
	return strconv.AppendInt(append(key, 0), f.line, 10)
}

// frameOf is the parse of a key for [collapse.Builder.Intern]; with lines each function carries the line where it
// begins.
func frameOf(key []byte, lines bool) []collapse.Frame {
	end := bytes.LastIndexByte(key, 0)
	line, _ := strconv.ParseInt(string(key[end+1:]), 10, 64)
	key = key[:end]
	end = bytes.LastIndexByte(key, 0)
	url := string(key[end+1:])
	f := collapse.Frame{Name: Name(string(key[:end]), url, line), Module: FileOf(url), File: url}
	if lines && line > 0 && line < 1<<31 {
		f.Line = int(line)
		f.Name += ":" + strconv.Itoa(f.Line)
	}
	return []collapse.Frame{f}
}
