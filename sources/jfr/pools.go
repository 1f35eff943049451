package jfr

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/sources/dump"
)

// pools are the constants of a chunk, as far as events need them. They refer to each other by number.
type pools struct {
	texts   map[int64]text     // java.lang.String
	symbols map[int64]text     // jdk.types.Symbol
	classes map[int64]int64    // java.lang.Class: its name, a symbol
	methods map[int64]method   // jdk.types.Method
	kinds   map[int64]text     // jdk.types.FrameType: "Interpreted", "JIT compiled", …
	states  map[int64]text     // jdk.types.ThreadState: "STATE_RUNNABLE", …
	threads map[int64][2]text  // java.lang.Thread: its name in Java, and that of the system
	stacks  map[int64]stackRef // jdk.types.StackTrace
	frames  []frameRef         // those of all stacks, leaf first
}

// method is hidden where stack traces and jfr print do not show it: the classes behind lambdas.
type method struct {
	class, name int64
	hidden      bool
}

// stackRef says which frames a stack has.
type stackRef struct {
	from, to int
	cut      bool // the root is missing
}

// frameRef is a frame as it is written.
type frameRef struct {
	method, kind int64
	line         int32
}

// parsePools reads the chain of event 1, the last one first: each says how far away the one before is.
func parsePools(d *decoder, chunk []byte, h header) (*pools, error) {
	p := &pools{
		texts: make(map[int64]text), symbols: make(map[int64]text), classes: make(map[int64]int64),
		methods: make(map[int64]method), kinds: make(map[int64]text), states: make(map[int64]text),
		threads: make(map[int64][2]text), stacks: make(map[int64]stackRef),
	}
	for position := h.pools; position != 0; {
		c, err := eventAt(chunk, position, 1)
		if err != nil {
			return nil, err
		}
		d.cursor = c
		d.number() // start
		d.number() // duration
		delta := d.number()
		d.byte() // what kind of checkpoint
		for range d.length() {
			if d.bad {
				break
			}
			p.read(d)
		}
		if d.bad {
			return nil, errValues
		}
		if delta > 0 || delta == math.MinInt64 {
			return nil, errors.New("its constant pools are in a wrong order")
		}
		if delta == 0 {
			break
		}
		position += delta
	}
	return p, nil
}

// read reads the constants of one class.
func (p *pools) read(d *decoder) {
	id := d.number()
	c := d.classes[id]
	if c == nil {
		d.bad = true
		return
	}
	for range d.length() {
		if d.bad {
			return
		}
		p.constant(d, c, d.number())
	}
}

// constant reads one constant.
func (p *pools) constant(d *decoder, c *class, key int64) {
	switch c.name {
	case "java.lang.String":
		p.texts[key] = d.text()
	case "jdk.types.Symbol":
		p.symbols[key] = d.firstText(c, "string")
	case "jdk.types.FrameType":
		p.kinds[key] = d.firstText(c, "description")
	case "jdk.types.ThreadState":
		p.states[key] = d.firstText(c, "name")
	case "java.lang.Class":
		d.fields(c, func(f *field) bool {
			if f.name != "name" {
				return false
			}
			p.classes[key] = d.integer(f)
			return true
		})
	case "jdk.types.Method":
		p.methods[key] = d.method(c)
	case "java.lang.Thread":
		p.threads[key] = d.thread(c)
	case "jdk.types.StackTrace":
		p.stacks[key] = p.stack(d, c)
	default:
		if c.form != formStruct {
			d.passValue(c, 0)
			return
		}
		d.fields(c, func(*field) bool { return false })
	}
}

// firstText reads a value and returns the text in one of its fields.
func (d *decoder) firstText(c *class, name string) (t text) {
	d.fields(c, func(f *field) bool {
		if f.name != name || f.pool || f.array || d.classes[f.class] == nil || d.classes[f.class].form != formText {
			return false
		}
		t = d.text()
		return true
	})
	return t
}

func (d *decoder) method(c *class) (m method) {
	d.fields(c, func(f *field) bool {
		switch f.name {
		case "type":
			m.class = d.integer(f)
		case "name":
			m.name = d.integer(f)
		case "hidden":
			m.hidden = d.integer(f) != 0
		default:
			return false
		}
		return true
	})
	return m
}

func (d *decoder) thread(c *class) (names [2]text) {
	d.fields(c, func(f *field) bool {
		if f.pool || f.array || d.classes[f.class] == nil || d.classes[f.class].form != formText {
			return false
		}
		switch f.name {
		case "javaName":
			names[0] = d.text()
		case "osName":
			names[1] = d.text()
		default:
			return false
		}
		return true
	})
	return names
}

// stack reads a stack into frames.
func (p *pools) stack(d *decoder, c *class) stackRef {
	ref := stackRef{from: len(p.frames)}
	d.fields(c, func(f *field) bool {
		switch {
		case f.name == "truncated" && !f.array:
			ref.cut = d.integer(f) != 0
			return true
		case f.name != "frames" || !f.array || f.pool || d.classes[f.class] == nil || d.classes[f.class].form != formStruct:
			return false
		}
		for range d.length() {
			if d.bad {
				break
			}
			p.frames = append(p.frames, d.frame(d.classes[f.class]))
		}
		return true
	})
	ref.to = len(p.frames)
	return ref
}

func (d *decoder) frame(c *class) (r frameRef) {
	d.fields(c, func(f *field) bool {
		switch f.name {
		case "method":
			r.method = d.integer(f)
		case "lineNumber":
			r.line = int32(d.integer(f))
		case "type":
			r.kind = d.integer(f)
		default:
			return false
		}
		return true
	})
	return r
}

// resolve returns the bytes of a text, which may be a constant itself.
func (p *pools) resolve(t text) []byte {
	if t.isRef {
		return p.texts[t.constant].bytes
	}
	return t.bytes
}

// className returns the name of a class, "java/lang/Thread".
func (p *pools) className(id int64) []byte { return p.resolve(p.symbols[p.classes[id]]) }

// threadName returns the name of a thread, in Java if it has one there.
func (p *pools) threadName(id int64) string {
	names := p.threads[id]
	if name := p.resolve(names[0]); len(name) > 0 {
		return string(name)
	}
	return string(p.resolve(names[1]))
}

// appendKey writes a frame as newFrame reads it: kind, class, method and, if lines are asked for, the line.
func (p *pools) appendKey(key []byte, r frameRef, lines bool) []byte {
	m := p.methods[r.method]
	key = append(append(key, p.resolve(p.kinds[r.kind])...), 0)
	key = append(append(key, p.className(m.class)...), 0)
	key = append(key, p.resolve(p.symbols[m.name])...)
	if lines && r.line > 0 {
		key = append(key, 0, byte(r.line>>24), byte(r.line>>16), byte(r.line>>8), byte(r.line))
	}
	return key
}

// frameKinds are the kinds of the types of frames, whose words both writers share.
var frameKinds = map[string]collapse.Kind{
	"Interpreted": collapse.KindInterpreted, "JIT compiled": collapse.KindJIT, "C1 compiled": collapse.KindJIT,
	"Inlined": collapse.KindInlined, "Native": collapse.KindNative, "C++": collapse.KindNative, "Kernel": collapse.KindKernel,
}

// newFrame makes the frame of a key. Async-profiler writes the library of a native function as its class.
func newFrame(key []byte) []collapse.Frame {
	kind, rest, _ := bytes.Cut(key, []byte{0})
	class, name, _ := bytes.Cut(rest, []byte{0})
	f := collapse.Frame{Kind: frameKinds[string(kind)]}
	line := 0
	if n := len(name) - 5; n >= 0 && name[n] == 0 {
		line = int(name[n+1])<<24 | int(name[n+2])<<16 | int(name[n+3])<<8 | int(name[n+4])
		name = name[:n]
	}
	isNative := f.Kind == collapse.KindNative || f.Kind == collapse.KindKernel
	switch {
	case isNative && len(class) == 0 && len(name) > 0 && name[0] == '/': // a library without symbols
		f.Module = dump.ModuleName(name)
	case isNative && bytes.IndexByte(class, '/') < 0:
		f.Module, f.Name = string(class), dump.NativeName(string(name))
	case len(class) == 0:
		f.Name = string(name)
	default:
		f.Name = dump.JavaName(javaClass(class) + "." + string(name))
	}
	if f.Name == "" {
		f.Name = dump.UnknownName(f.Module)
	}
	if line > 0 {
		dump.SetLine(&f, strconv.Itoa(line))
	}
	return []collapse.Frame{f}
}

// javaClass writes "shop/Till$$Lambda$15/1324119927" with dots between the parts of the package.
func javaClass(name []byte) string {
	text := bytes.Clone(name)
	for i, c := range text {
		if c == '/' && (i+1 == len(text) || text[i+1] < '0' || text[i+1] > '9') {
			text[i] = '.'
		}
	}
	return string(text)
}

// primitives are the letters that stand for types in the names of arrays.
var primitives = map[string]string{
	"B": "byte", "C": "char", "D": "double", "F": "float", "I": "int", "J": "long", "S": "short", "Z": "boolean",
}

// typeName writes "[[Ljava/lang/Object;" as "java.lang.Object[][]" and "[B" as "byte[]".
func typeName(name []byte) string {
	element := bytes.TrimLeft(name, "[")
	arrays := len(name) - len(element)
	text := javaClass(element)
	if arrays > 0 {
		if word, isPrimitive := primitives[text]; isPrimitive {
			text = word
		} else {
			text = strings.TrimSuffix(strings.TrimPrefix(text, "L"), ";")
		}
	}
	return dump.JavaName(text) + strings.Repeat("[]", min(arrays, 255))
}
