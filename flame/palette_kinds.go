package flame

import (
	"cmp"
	"strings"

	"fold/collapse"
	"fold/flame/text"
)

// The palettes below sort frames by what they are, and have a legend.

// kindPalette has the colours of Okabe and Ito, which stay apart for people with any kind of colour vision.
var kindPalette = palette{
	name: "kind", tint: "grey",
	groups: []group{
		{"kernel", ramp(4, rgb{230, 159, 0}, rgb{238, 178, 40})},
		{"native", ramp(4, rgb{86, 180, 233}, rgb{118, 196, 240})},
		{"JIT", ramp(4, rgb{0, 158, 115}, rgb{40, 178, 138})},
		{"inlined", ramp(4, rgb{240, 228, 66}, rgb{246, 238, 120})},
		{"interpreted", ramp(4, rgb{204, 121, 167}, rgb{218, 148, 188})},
		{"thread", ramp(4, rgb{176, 184, 196}, rgb{190, 198, 208})},
		{"other", greyRamp},
	},
	sort: func(_ string, l look) int {
		switch l.kind {
		case collapse.KindKernel:
			return 0
		case collapse.KindNative:
			return 1
		case collapse.KindJIT:
			return 2
		case collapse.KindInlined:
			return 3
		case collapse.KindInterpreted:
			return 4
		case collapse.KindThread:
			return 5
		}
		return 6
	},
}

var chainPalette = palette{
	name: "chain", tint: "blue",
	groups: []group{{"waker", aquaRamp}, {"off-CPU", blueRamp}},
	sort: func(_ string, l look) int {
		if l.waker {
			return 0
		}
		return 1
	},
}

var javaPalette = palette{
	name: "java", tint: "yellow",
	groups: []group{{"Java", greenRamp}, {"inlined", aquaRamp}, {"C++", yellowRamp}, {"kernel", orangeRamp}, {"native", redRamp}},
	sort: func(text string, l look) int {
		function := functionOf(text)
		switch {
		case l.kind == collapse.KindInlined:
			return 1
		case l.kind == collapse.KindKernel:
			return 3
		case l.kind == collapse.KindJIT, l.kind == collapse.KindInterpreted, isJava(function):
			return 0
		case strings.Contains(function, "::"):
			return 2
		}
		return 4
	},
}

// isJava reports whether a function is named as the JVM names one: "java/util/HashMap.put",
// "Ljava/util/HashMap;::put", "java.util.HashMap.put".
func isJava(function string) bool {
	function = strings.TrimPrefix(function, "L")
	if strings.HasPrefix(function, "[") || strings.HasPrefix(function, "/") || strings.Contains(function, " ") {
		return false
	}
	if strings.Contains(function, "/") {
		return true
	}
	return strings.Count(function, ".") >= 2 && text.IsNameStart(function)
}

var jsPalette = palette{
	name: "js", tint: "yellow",
	groups: []group{{"JavaScript", greenRamp}, {"built in", aquaRamp}, {"C++", yellowRamp}, {"kernel", orangeRamp}, {"native", redRamp}},
	sort: func(text string, l look) int {
		function := functionOf(text)
		switch {
		case l.kind == collapse.KindKernel:
			return 3
		case strings.Contains(function, ".js"), l.kind == collapse.KindJIT && strings.Contains(function, "/"):
			return 0
		case strings.Contains(function, "::"):
			return 2
		case l.kind == collapse.KindJIT, strings.Contains(function, ":"):
			return 1
		}
		return 4
	},
}

var perlPalette = palette{
	name: "perl", tint: "yellow",
	groups: []group{{"Perl", greenRamp}, {"C++, packages", yellowRamp}, {"kernel", orangeRamp}, {"native", redRamp}},
	sort: func(text string, l look) int {
		function := functionOf(text)
		switch {
		case l.kind == collapse.KindKernel:
			return 2
		case strings.Contains(function, "::"):
			return 1
		case strings.Contains(function, "Perl"), strings.Contains(function, ".pl"):
			return 0
		}
		return 3
	},
}

var rustPalette = palette{
	name: "rust", tint: "yellow",
	groups: []group{{"crates", aquaRamp}, {"standard library", orangeRamp}, {"kernel", redRamp}, {"native", yellowRamp}},
	sort: func(text string, l look) int {
		function := functionOf(text)
		switch {
		case l.kind == collapse.KindKernel:
			return 2
		case isRustStd(function):
			return 1
		case strings.Contains(function, "::"):
			return 0
		}
		return 3
	},
}

// isRustStd reports whether a function is of Rust's own crates: "core::ptr::read", "<alloc::vec::Vec<T> as …".
func isRustStd(function string) bool {
	crate, _, _ := strings.Cut(strings.TrimLeft(function, "<&*"), "::")
	switch crate {
	case "core", "std", "alloc", "rust_begin_unwind", "__rust_begin_short_backtrace", "__rust_alloc":
		return true
	}
	return false
}

var pythonPalette = palette{
	name: "python", tint: "yellow",
	groups: []group{{"own code", yellowRamp}, {"packages", aquaRamp}, {"standard library", greenRamp}, {"kernel", orangeRamp}, {"native", redRamp}},
	sort: func(text string, l look) int {
		switch {
		case l.kind == collapse.KindKernel:
			return 3
		case strings.Contains(text, "site-packages/"), strings.Contains(text, "dist-packages/"):
			return 1
		case strings.Contains(text, "lib/python"), strings.Contains(text, "<frozen "):
			return 2
		case strings.Contains(text, ".py"):
			return 0
		}
		return 4
	},
}

// pkgPalette gives a colour to each package, crate, namespace or class, and to the module of a function
// that has none; what has neither is grey.
var pkgPalette = palette{
	name: "pkg", tint: "grey",
	groups: []group{{"", pkgColors}, {"", greyRamp}},
	sort: func(text string, l look) int {
		if packageOf(text, l) == "" {
			return 1
		}
		return 0
	},
	key: packageOf,
}

var pkgColors = append(pastels(24, 0.62), pastels(24, 0.42)...)

// packageOf returns what a function belongs to:
//
//	github.com/org/db.(*Tx).Lock        github.com/org/db
//	java/util/HashMap.put               java/util/HashMap
//	core::iter::Iterator::next          core
//	malloc in libc.so.6                 libc.so.6
func packageOf(name string, l look) string {
	module, function, found := strings.Cut(name, "`")
	if !found {
		module, function = l.module, name
	}
	return cmp.Or(text.Package(function), module)
}
