package flame

import (
	"fold/collapse"
	"fold/flame/text"
)

// look is what a frame's colour may depend on besides its text.
type look struct {
	kind   collapse.Kind
	waker  bool   // it is part of the stack that woke the one below it: "try_to_wake_up_[w]"
	module string // the binary or library that holds it
	raw    string // its text with the annotation that is not shown: "memcpy_[k]"
}

// names has for each frame of a profile the text that the picture shows and its look.
type names struct {
	texts []string
	looks []look
}

// named returns the names of p's frames, and the profile in which no two frames have the same text: p
// itself or, where frames differ only in what is not shown, one in which those are one frame.
func named(p *collapse.Profile) (*collapse.Profile, names) {
	looks := make(map[string]look, p.Frames())
	var all names
	for f := range p.Frames() {
		frame := p.Frame(collapse.FrameID(f))
		text := shownText(frame, p.Modules)
		all.texts = append(all.texts, text)
		looks[text] = looks[text].with(lookOf(frame, p.Modules))
	}
	if len(looks) < len(all.texts) {
		modules := p.Modules
		p = p.MapFrames(func(f collapse.Frame) collapse.Frame {
			return collapse.Frame{Name: shownText(f, modules)}
		})
		all.texts = all.texts[:0]
		for f := range p.Frames() {
			all.texts = append(all.texts, p.Frame(collapse.FrameID(f)).Name)
		}
	}
	for _, text := range all.texts {
		all.looks = append(all.looks, looks[text])
	}
	return p, all
}

func lookOf(f collapse.Frame, modules bool) look {
	_, letter := collapse.Annotation(f.Name)
	return look{f.Kind, letter == 'w', f.Module, f.Text(modules)}
}

// with returns the look of a text that frames of both looks have. It does not depend on their order,
// which is another one with each number of parsers.
func (l look) with(other look) look {
	if l.kind == collapse.KindUnknown || other.kind != collapse.KindUnknown && other.kind < l.kind {
		l.kind = other.kind
	}
	if l.module == "" || other.module != "" && other.module < l.module {
		l.module = other.module
	}
	if l.raw == "" || other.raw != "" && other.raw < l.raw {
		l.raw = other.raw
	}
	l.waker = l.waker || other.waker
	return l
}

// shownText returns a frame's text without the annotation of its kind, "memcpy_[k]", and with everything
// that XML cannot hold made visible.
func shownText(f collapse.Frame, modules bool) string {
	f.Name = text.TrimAnnotation(f.Name)
	return text.Shown(f.Text(modules))
}
