package collapse

import "strings"

// ByModule returns the profile whose frames are modules: binaries, libraries, the kernel. Calls inside a
// module are one frame. What the profiler gave no module is "(no module)", and threads stay what they are.
func (p *Profile) ByModule() *Profile {
	grouped := p.MapFrames(func(f Frame) Frame {
		switch {
		case f.Kind == KindThread:
			return f
		case f.Module == "":
			return Frame{Name: "(no module)"}
		}
		return Frame{Name: f.Module}
	}).CollapseRecursion()
	grouped.Modules = false
	return grouped
}

// IsUnresolved says whether the frame stands for code whose name the profiler did not find out: "[unknown]",
// "???", "0x7f3a10", or the module alone as in "[libz.so.1]".
func (f Frame) IsUnresolved() bool {
	name := f.Name
	switch {
	case f.Kind == KindThread:
		return false
	case name == "", name == "[unknown]", name == "<unknown>", name == "unknown", strings.HasPrefix(name, "???"):
		return true
	case f.Module != "" && strings.HasPrefix(name, "["+f.Module) && strings.HasSuffix(name, "]"):
		return true
	case name[0] == '[' && name[len(name)-1] == ']':
		return isModuleName(name[1 : len(name)-1])
	}
	digits, hex := strings.CutPrefix(name, "0x")
	return hex && digits != "" && strings.Trim(digits, "0123456789abcdefABCDEF") == ""
}

// isModuleName says whether the text between brackets is a file or a part of the kernel, as in
// "[libz.so.1]", "[perf-12.map]", "[[kernel.kallsyms]]" and "[libz.so.1 <7f21aa02b0c4>]".
func isModuleName(text string) bool {
	return text == "anon" || text == "heap" || text == "stack" || strings.HasPrefix(text, "[") ||
		strings.HasPrefix(text, "perf-") || strings.Contains(text, ".so") || strings.Contains(text, ".dylib") ||
		strings.HasPrefix(text, "kernel.")
}
