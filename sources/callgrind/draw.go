package callgrind

import (
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/symbol"
)

// draw builds the tree once all costs are known: as stacks if names hold callers, else one frame for each function.
func (r *reader) draw() {
	if r.functions.saturated {
		r.s.Count(1, input.Note{Noun: "sum", Text: "does not fit into 64 bits and stands at the largest value"})
	}
	d := drawing{functions: &r.functions, b: r.b, simple: r.s.Options.Simple(input.DemangleFull), homes: map[string]home{}}
	stacks := false
	for _, fn := range r.functions.list {
		parts, _ := cutCallers(r.functions.names.texts[fn.name])
		stacks = stacks || len(parts) > 1
		d.settle(parts[0], fn)
	}
	for _, fn := range r.functions.list {
		if stacks {
			d.stack(fn)
		} else {
			d.flat(fn)
		}
	}
	if !stacks {
		r.s.Count(int64(len(r.functions.list)), input.Note{Noun: "function", Text: r.flatness()})
	}
}

// flatness says why a picture of the file has no depth.
func (r *reader) flatness() string {
	switch {
	case !r.calls:
		return "side by side: cachegrind records no calls"
	case strings.HasPrefix(r.creator, "callgrind"), r.creator == "":
		return "side by side: callgrind kept no stacks: run valgrind --tool=callgrind --separate-callers=100; fold top shows inclusive costs"
	}
	return "side by side: the file holds pairs of functions and no stacks; fold top shows inclusive costs"
}

type drawing struct {
	functions *functions
	b         *collapse.Builder
	simple    bool
	homes     map[string]home // where the function of a name is, which callers do not say
}

// home is the object and the file of a function. Several functions may have one name: what they do not have in common
// is left open.
type home struct{ object, file name }

func (d *drawing) settle(text string, fn *function) {
	at, known := d.homes[text]
	if !known {
		d.homes[text] = home{fn.object, fn.file}
		return
	}
	if at.object != fn.object {
		at.object = 0
	}
	if at.file != fn.file {
		at.file = 0
	}
	d.homes[text] = at
}

// flat adds a function as a stack of its own. Further levels of a recursion, "rec'2", are the same function; what
// they cost inclusive is in the first.
func (d *drawing) flat(fn *function) {
	parts, level := cutCallers(d.functions.names.texts[fn.name])
	frame := d.frame(parts[0], home{fn.object, fn.file})
	node := d.b.Call(collapse.Root, frame)
	for m := range d.functions.width {
		d.b.Add(node, m, fn.self[m])
		if level == 1 {
			total, _ := collapse.AddWeights(fn.self[m], fn.calls[m])
			d.b.Given(frame, m, total)
		}
	}
}

// stack adds a function whose name holds its callers: "pour'boil'main".
func (d *drawing) stack(fn *function) {
	parts, _ := cutCallers(d.functions.names.texts[fn.name])
	node := collapse.Root
	for i := len(parts) - 1; i >= 0; i-- {
		at := home{fn.object, fn.file}
		if i > 0 {
			at = d.homes[parts[i]]
		}
		node = d.b.Call(node, d.frame(parts[i], at))
	}
	for m, cost := range fn.self {
		if cost != 0 {
			d.b.Add(node, m, cost)
		}
	}
}

// frame returns the frame of a function. One without a name is shown by its object; without that by its address.
func (d *drawing) frame(text string, at home) collapse.FrameID {
	object, file := base(d.functions.objects.texts[at.object]), base(d.functions.files.texts[at.file])
	frame := collapse.Frame{Name: symbol.Native(text, d.simple), Module: object, File: file}
	unnamed := text == "" || text == "???"
	switch {
	case (unnamed || isAddress(text)) && object != "":
		frame.Name = "[" + object + "]"
	case unnamed:
		frame.Name = "[unknown]"
	}
	return d.b.Frame(frame)
}

func isAddress(text string) bool {
	digits, found := strings.CutPrefix(text, "0x")
	return found && digits != "" && strings.Trim(digits, "0123456789abcdefABCDEF") == ""
}

// base returns the last component of a path; empty for "???".
func base(path string) string {
	if path == "???" {
		return ""
	}
	return path[strings.LastIndexByte(path, '/')+1:]
}

// cutCallers splits a name as --separate-callers and --separate-recs write it, the function first, then its callers:
//
//	pour'boil'main                                     pour, boil, main
//	fill'rec'2'main                                    fill, rec, main: the second level of rec
//	tea::run()::'lambda'(int)::operator()(int)'main    a quote after :: belongs to the name, up to its partner
//
// Level is the recursion level of the function itself, from 1.
func cutCallers(text string) (parts []string, level int) {
	level = 1
	for {
		end := callerMark(text)
		part := text
		if end >= 0 {
			part = text[:end]
		}
		switch {
		case part != "" && len(parts) > 0 && strings.Trim(part, "0123456789") == "":
			if len(parts) == 1 {
				level = 2 // or more
			}
		default:
			parts = append(parts, part)
		}
		if end < 0 {
			return parts, level
		}
		text = text[end+1:]
	}
}

// callerMark returns where the quote before the first caller stands, or -1.
func callerMark(text string) int {
	if strings.IndexByte(text, '\'') < 0 {
		return -1
	}
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '<', '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '>':
			if text[max(i-1, 0)] != '-' && text[max(i-1, 0)] != '=' {
				depth--
			}
		case 'o':
			i += operatorMarks(text[i:])
		case '\'':
			if depth > 0 {
				continue
			}
			partner := strings.IndexByte(text[i+1:], '\'')
			if i < 2 || text[i-2:i] != "::" || partner < 0 {
				return i
			}
			i += 1 + partner
		}
	}
	return -1
}

// operatorMarks returns how far the name of an operator reaches that would look like a bracket: "operator<<".
func operatorMarks(text string) int {
	rest, found := strings.CutPrefix(text, "operator")
	if !found {
		return 0
	}
	marks := len(rest) - len(strings.TrimLeft(rest, "<>=-"))
	if marks == 0 {
		return 0
	}
	return len("operator") + marks - 1
}
