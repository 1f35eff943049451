package perf

import (
	"bytes"
	"slices"
	"strings"

	"fold/sources/input"
	"fold/sources/symbol"

	"fold/collapse"
)

// perfNames makes frames of the text behind an address. Its parse is called once for each distinct text.
type perfNames struct {
	options input.Options
	parse   func(text []byte) []collapse.Frame
}

// javaMark stands in front of a frame's text in a java process. No line holds one, so the same text in
// another process is another.
const javaMark = '\n'

func newPerfNames(o input.Options) perfNames {
	return perfNames{options: o, parse: func(text []byte) []collapse.Frame {
		if len(text) > 0 && text[0] == javaMark {
			return trimClassMark(perfFrames(text[1:], o))
		}
		return perfFrames(text, o)
	}}
}

// perfFrames reads "symbol+0x12 (module)", with the address in front if o.Addresses is set.
func perfFrames(text []byte, o input.Options) []collapse.Frame {
	var address []byte
	if o.Addresses {
		address, text, _ = cutPerfAddress(text)
	}
	symbol, module, _ := cutModule(text)
	symbol = trimOffset(input.TrimBlanks(symbol))
	inlined := string(module) == "inlined"
	if inlined {
		module = nil
	}
	frame := collapse.Frame{Module: moduleName(module), Kind: perfKind(string(module))}
	if inlined {
		frame.Kind = collapse.KindInlined
	}
	if len(symbol) == 0 || string(symbol) == "[unknown]" {
		frame.Name = unknownName(frame.Module, address)
		return annotate([]collapse.Frame{frame}, o)
	}
	if isJITMap(string(module)) && !o.NoInlineSplit {
		return annotate(splitInlined(frame, string(symbol)), o)
	}
	frame.Name = tidyPerfName(string(symbol))
	return annotate([]collapse.Frame{frame}, o)
}

// moduleName returns the last component of a module's path, without " (deleted)" and an offset.
func moduleName(path []byte) string {
	path = trimOffset(bytes.TrimSuffix(trimOffset(path), []byte(" (deleted)")))
	if string(path) == "[unknown]" {
		return ""
	}
	if path = bytes.TrimRight(path, "/"); len(path) == 0 {
		return ""
	}
	if path[0] == '[' {
		return string(path) // "[kernel.kallsyms].init.text" is no path
	}
	return string(path[bytes.LastIndexByte(path, '/')+1:])
}

// unknownName names a function without a symbol by its module, "[libz.so.1.3]" or "[unknown]", and by its
// address if one is given: "[libz.so.1.3 <7f21aa02b0c4>]".
func unknownName(module string, address []byte) string {
	if module == "" {
		module = "unknown"
	}
	if address != nil {
		return "[" + module + " <" + string(address) + ">]"
	}
	return "[" + module + "]"
}

// isJITMap says whether a module is what a compiler at run time writes for perf: "/tmp/perf-1234.map" or
// "/home/me/.debug/jit/.../jitted-1234-5.so".
func isJITMap(module string) bool {
	base := module[strings.LastIndexByte(module, '/')+1:]
	if number, found := strings.CutPrefix(base, "perf-"); found {
		number, found = strings.CutSuffix(number, ".map")
		return found && strings.Trim(number, "0123456789") == ""
	}
	return strings.HasPrefix(base, "jitted-") && strings.HasSuffix(base, ".so")
}

// perfKind tells from its module what kind of code a frame is.
func perfKind(module string) collapse.Kind {
	base := module[strings.LastIndexByte(module, '/')+1:]
	switch {
	case module == "" || strings.HasPrefix(module, "[unknown]"):
		return collapse.KindUnknown
	case strings.HasPrefix(module, "[JIT]"), strings.HasPrefix(module, "[JIT app cache]"), isJITMap(module):
		return collapse.KindJIT
	case module[0] == '[', strings.HasPrefix(base, "vmlinux"), strings.HasSuffix(base, ".ko"),
		strings.HasSuffix(base, ".ko.xz"), strings.HasSuffix(base, ".ko.zst"), strings.HasSuffix(base, ".ko.gz"):
		return collapse.KindKernel
	}
	return collapse.KindNative
}

// splitInlined reads a method of a JIT map with what the compiler inlined into it, outermost first:
//
//	Lcom/relay/Frame;::encode->Lcom/relay/Buf;::put->Lcom/relay/Math$1;::min
//
// V8's names, "JS:..." and "LazyCompile:...", are one function whatever they hold.
func splitInlined(outer collapse.Frame, symbol string) []collapse.Frame {
	parts := []string{symbol}
	if !strings.HasPrefix(symbol, "JS:") && !strings.HasPrefix(symbol, "LazyCompile:") {
		parts = strings.Split(symbol, "->")
	}
	if slices.Contains(parts, "") {
		parts = []string{symbol} // "operator->"
	}
	var frames []collapse.Frame
	for i, part := range parts {
		frame := outer
		frame.Name = tidyPerfName(part)
		if i > 0 {
			frame.Name += "_[i]"
			frame.Kind = collapse.KindInlined
		}
		frames = append(frames, frame)
	}
	return frames
}

// annotate appends the suffixes that the user asked for.
func annotate(frames []collapse.Frame, o input.Options) []collapse.Frame {
	for i := range frames {
		f := &frames[i]
		switch {
		case strings.HasSuffix(f.Name, "_[i]"):
		case f.Kind == collapse.KindKernel && o.Annotate.Kernel:
			f.Name += "_[k]"
		case f.Kind == collapse.KindJIT && o.Annotate.JIT:
			f.Name += "_[j]"
		case f.Kind == collapse.KindInlined && o.Annotate.Inlined:
			f.Name += "_[i]"
		}
	}
	return frames
}

// tidyPerfName demangles a name and takes its arguments off, as users of perf compare them.
func tidyPerfName(name string) string {
	name = symbol.TidyRust(symbol.Demangle(name, false))
	name = strings.ReplaceAll(name, ";", ":")
	return strings.Trim(symbol.TrimArguments(name), " \t")
}

// trimClassMark takes the "L" of the class file off the names of a java process: "Lorg/acme/Box:.run"
// becomes "org/acme/Box:.run".
func trimClassMark(frames []collapse.Frame) []collapse.Frame {
	for i := range frames {
		if f := &frames[i]; strings.HasPrefix(f.Name, "L") && strings.Contains(f.Name, "/") {
			f.Name = f.Name[1:]
		}
	}
	return frames
}
