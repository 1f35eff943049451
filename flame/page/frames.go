package page

import (
	"cmp"

	"fold/collapse"
	"fold/flame/text"
)

// merged returns the profile in which no two frames look the same on the page, and what each frame's text is there.
// Of frames that differ only in what is not shown, the page knows the first by kind, file and so on.
func merged(p *collapse.Profile) (*collapse.Profile, []string) {
	known := make(map[string]collapse.Frame, p.Frames())
	for f := range p.Frames() {
		frame := p.Frame(collapse.FrameID(f))
		name := shownText(frame, p.Modules)
		if before, seen := known[name]; seen {
			frame = first(before, frame)
		}
		known[name] = frame
	}
	if len(known) < p.Frames() {
		modules := p.Modules
		p = p.MapFrames(func(f collapse.Frame) collapse.Frame { return known[shownText(f, modules)] })
	}
	texts := make([]string, p.Frames())
	for f := range texts {
		texts[f] = shownText(p.Frame(collapse.FrameID(f)), p.Modules)
	}
	return p, texts
}

// shownText returns a frame's text without the annotation of its kind, "memcpy_[k]", and with what browsers do not
// show made visible.
func shownText(f collapse.Frame, modules bool) string {
	f.Name = text.TrimAnnotation(f.Name)
	return text.Clean(f.Text(modules))
}

// first returns the frame that comes first; what is known comes before what is not. It does not depend on the order
// of the two, which is another one with each number of parsers.
func first(a, b collapse.Frame) collapse.Frame {
	order := cmp.Or(
		knownFirst(a.Kind, b.Kind), knownFirst(a.File, b.File), knownFirst(a.Line, b.Line),
		knownFirst(a.Module, b.Module), knownFirst(a.Name, b.Name),
	)
	if order <= 0 {
		return a
	}
	return b
}

// knownFirst compares two values, of which the zero value comes last.
func knownFirst[T cmp.Ordered](a, b T) int {
	var zero T
	switch {
	case a == b:
		return 0
	case a == zero:
		return 1
	case b == zero:
		return -1
	}
	return cmp.Compare(a, b)
}
