package symbol

// Native returns a C, C++, Rust, Swift or Objective-C name as people read it: demangled, Rust's hashes and escapes
// undone. Arguments stay as the profiler spelled them, or go if simple is set.
func Native(name string, simple bool) string {
	name = TidyRust(Demangle(name, !simple))
	if simple {
		return TrimArguments(name)
	}
	return name
}
