package flame

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"fold/flame/text"
)

// NameAttributes are the links, titles and classes that the frames of some functions have in the picture:
// see SVGOptions.Attributes. [ReadNameAttributes] reads them.
type NameAttributes struct{ byName map[string]attributes }

// attributes are those of one function; the zero value is none.
type attributes struct{ href, target, title, class string }

// Refusal is something in a file that was left out, and why.
type Refusal struct {
	Line int // number in the file, from 1
	Why  string
}

// mostAttributes is the size of the largest file that ReadNameAttributes takes.
const mostAttributes = 64 << 20

// ReadNameAttributes reads a file as flamegraph.pl and inferno take with --nameattr: a function and its
// attributes on each line, with tabs between them.
//
//	main	href=https://example.org/main.c	target=_blank	title=where it begins
//	read	class=slow
//
// It takes href with http, https, mailto or no scheme at all, target, title and class. Everything else could
// run a script or spoil the picture, so it is left out, and among the refusals.
func ReadNameAttributes(r io.Reader) (*NameAttributes, []Refusal, error) {
	data, err := io.ReadAll(io.LimitReader(r, mostAttributes+1))
	if err != nil {
		return nil, nil, err
	}
	if len(data) > mostAttributes {
		return nil, nil, fmt.Errorf("more than %d MB: is it a file for --nameattr?", mostAttributes>>20)
	}
	all := &NameAttributes{byName: map[string]attributes{}}
	var refused []Refusal
	number := 0
	for line := range bytes.Lines(data) {
		number++
		fields := strings.Split(strings.TrimRight(string(line), "\r\n"), "\t")
		a := all.byName[fields[0]]
		for _, field := range fields[1:] {
			if why := a.set(field); why != "" {
				refused = append(refused, Refusal{number, why})
			}
		}
		if a != (attributes{}) {
			all.byName[fields[0]] = a
		}
	}
	return all, refused, nil
}

// set takes an attribute "name=value", or says why not. The last of several with the same name counts.
func (a *attributes) set(field string) (why string) {
	if field == "" {
		return ""
	}
	name, value, found := strings.Cut(field, "=")
	if !found {
		return fmt.Sprintf("not an attribute \"name=value\": %q", cutMessage(field))
	}
	switch {
	case name == "href" && isSafeLink(value):
		a.href = value
	case name == "href":
		return fmt.Sprintf("the link %q is not http, https, mailto or relative", cutMessage(value))
	case name == "target" && isWord(value):
		a.target = value
	case name == "class" && isClasses(value):
		a.class = value
	case name == "target", name == "class":
		return fmt.Sprintf("%s %q is not made of letters, digits, - and _", name, cutMessage(value))
	case name == "title":
		a.title = text.Clean(value)
	default:
		return fmt.Sprintf("the attribute %q is none of href, target, title, class", cutMessage(name))
	}
	return ""
}

// isSafeLink reports whether following a link can only lead to a page or a mail program. Browsers skip blanks
// and control characters in a scheme, so there may be none.
func isSafeLink(link string) bool {
	for i := range len(link) {
		if link[i] <= ' ' || link[i] == 0x7f {
			return false
		}
	}
	end := strings.IndexAny(link, ":/?#")
	if end < 0 || link[end] != ':' {
		return link != "" && text.Clean(link) == link
	}
	switch strings.ToLower(link[:end]) {
	case "http", "https", "mailto":
		return text.Clean(link) == link
	}
	return false
}

// isClasses reports whether a value is one class or several.
func isClasses(value string) bool {
	for class := range strings.SplitSeq(value, " ") {
		if !isWord(class) {
			return false
		}
	}
	return true
}

func isWord(text string) bool {
	for _, c := range []byte(text) {
		if c != '-' && c != '_' && !isDigit(c) && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return text != ""
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// of returns the attributes of each frame, which a file may name with its annotation or without; nil if no
// frame has any.
func (all *NameAttributes) of(n names) []attributes {
	if all == nil {
		return nil
	}
	found := false
	of := make([]attributes, len(n.texts))
	for f, text := range n.texts {
		a, known := all.byName[n.looks[f].raw]
		if !known {
			a = all.byName[text]
		}
		of[f] = a
		found = found || a != (attributes{})
	}
	if !found {
		return nil
	}
	return of
}

// appendStart appends the element that a frame with attributes is in, with its title. Links open in the
// whole window and not in the element of a page that shows the picture, unless they say otherwise.
func (a attributes) appendStart(out []byte, title string) []byte {
	attribute := func(name, value string) {
		if value != "" {
			out = append(out, " "+name+`="`...)
			out = append(text.AppendXML(out, value), '"')
		}
	}
	out = append(out, "<a"...)
	attribute("class", a.class)
	if a.href != "" {
		attribute("href", a.href)
		attribute("target", cmp.Or(a.target, "_top"))
		attribute("rel", "noopener")
	}
	out = append(out, '>')
	return appendTitle(out, cmp.Or(a.title, title))
}

// appendTitle appends a title, which browsers show as a tooltip; none if it is empty.
func appendTitle(out []byte, title string) []byte {
	if title == "" {
		return out
	}
	out = append(out, "<title>"...)
	return append(text.AppendXML(out, title), "</title>"...)
}
