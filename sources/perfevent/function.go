package perfevent

import (
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/symbol"
)

// Function is a function as perf knows it.
type Function struct {
	Name    string // the symbol, mangled or not; empty: not known
	Module  string // the path of the program, "[kernel.kallsyms]", or the like; empty: not known
	Address string // the address, for Options.Addresses; empty: not to be shown
	Inlined bool   // the compiler inlined it into its caller
	Java    bool   // it runs in a java process
	Kernel  bool   // it is part of the kernel, whatever its module is called
}

// Frames returns the frames of a function: several where a JIT compiler says what it inlined.
func (f Function) Frames(o input.Options) []collapse.Frame {
	frame := collapse.Frame{Module: moduleName(f.Module), Kind: kind(f.Module)}
	switch {
	case f.Inlined:
		frame.Kind = collapse.KindInlined
	case f.Kernel:
		frame.Kind = collapse.KindKernel
	}
	frames := []collapse.Frame{frame}
	switch {
	case f.Name == "":
		frames[0].Name = unknownName(frame.Module, f.Address)
	case isJITMap(f.Module) && !o.NoInlineSplit:
		frames = splitInlined(frame, f.Name, o.Demangle)
	default:
		frames[0].Name = tidy(f.Name, o.Demangle)
	}
	annotate(frames, o.Annotate)
	if f.Java {
		trimClassMark(frames)
	}
	return frames
}

// moduleName returns the last component of a module's path, without " (deleted)" and an offset.
func moduleName(path string) string {
	path = trimOffset(strings.TrimSuffix(trimOffset(path), " (deleted)"))
	if path = strings.TrimRight(path, "/"); path == "[unknown]" || path == "" {
		return ""
	}
	if path[0] == '[' {
		return path // "[kernel.kallsyms].init.text" is no path
	}
	return path[strings.LastIndexByte(path, '/')+1:]
}

// trimOffset takes "+0x1f" off the end.
func trimOffset(path string) string {
	i := len(path)
	for i > 0 && input.IsHex(path[i-1]) {
		i--
	}
	if i == len(path) || i < 3 || path[i-3:i] != "+0x" {
		return path
	}
	return path[:i-3]
}

// unknownName names a function without a symbol by its module, "[libz.so.1.3]" or "[unknown]", and by its
// address if one is given: "[libz.so.1.3 <7f21aa02b0c4>]".
func unknownName(module, address string) string {
	if module == "" {
		module = "unknown"
	}
	if address != "" {
		return "[" + module + " <" + address + ">]"
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

// kind tells from its module what kind of code a frame is.
func kind(module string) collapse.Kind {
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
func splitInlined(outer collapse.Frame, name string, d input.Demangle) []collapse.Frame {
	var frames []collapse.Frame
	for i, part := range symbol.SplitInlined(name) {
		frame := outer
		frame.Name = tidy(part, d)
		if i > 0 {
			frame.Name = collapse.Annotate(frame.Name, collapse.KindInlined)
			frame.Kind = collapse.KindInlined
		}
		frames = append(frames, frame)
	}
	return frames
}

// annotate appends the suffixes that the user asked for.
func annotate(frames []collapse.Frame, suffixes input.Annotate) {
	for i := range frames {
		f := &frames[i]
		if f.Kind == collapse.KindKernel && suffixes.Kernel || f.Kind == collapse.KindJIT && suffixes.JIT || f.Kind == collapse.KindInlined && suffixes.Inlined {
			f.Name = collapse.Annotate(f.Name, f.Kind)
		}
	}
}

// tidy demangles a name and takes its parameters off, as users of perf compare them.
func tidy(name string, d input.Demangle) string {
	switch d.Or(input.DemangleSimple) {
	case input.DemangleSimple:
		name = symbol.TrimArguments(symbol.TidyRust(symbol.Demangle(name, false)))
	case input.DemangleFull:
		name = symbol.TidyRust(symbol.Demangle(name, true))
	}
	return strings.Trim(strings.ReplaceAll(name, ";", ":"), " \t")
}

// trimClassMark takes the "L" of the class file off the names of a java process: "Lorg/acme/Box:.run"
// becomes "org/acme/Box:.run".
func trimClassMark(frames []collapse.Frame) {
	for i := range frames {
		if f := &frames[i]; strings.HasPrefix(f.Name, "L") && strings.Contains(f.Name, "/") {
			f.Name = f.Name[1:]
		}
	}
}
