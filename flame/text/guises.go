package text

import "strings"

// WithoutTier returns the name of a JavaScript function without V8's mark of how it is compiled, so that its tiers
// are one function:
//
//	LazyCompile:*fib x.js:1, LazyCompile:~fib x.js:1, Function:^fib x.js:1, JS:+fib x.js:1      JS:fib x.js:1
func WithoutTier(name string) string {
	for _, kind := range []string{"JS:", "LazyCompile:", "Function:"} {
		if rest, ok := strings.CutPrefix(name, kind); ok {
			return "JS:" + strings.TrimLeft(rest, "~^+* ")
		}
	}
	return name
}

// WithoutNumber returns the name of a function without the number that a Java VM gives to code that it makes while
// it runs, so that its copies are one function:
//
//	app/Main$$Lambda$14/0x0000000800c03000.run      app/Main$$Lambda*.run
//	jdk/internal/reflect/GeneratedMethodAccessor17  jdk/internal/reflect/GeneratedMethodAccessor*
func WithoutNumber(name string) string {
	for _, mark := range []string{
		"$$Lambda", "LambdaForm$", "GeneratedMethodAccessor", "GeneratedConstructorAccessor", "GeneratedSerializationConstructorAccessor", "$Proxy",
	} {
		at := strings.Index(name, mark)
		if at < 0 {
			continue
		}
		at += len(mark)
		end := at + numberLength(name[at:])
		if end > at {
			return name[:at] + "*" + name[end:]
		}
	}
	return name
}

// numberLength returns the length of what numbers a class at the start of text: "$14/0x0000000800c03000", "/0x7f00",
// "MH/0x0000000800c03000", "17".
func numberLength(text string) int {
	rest := strings.TrimPrefix(text, "$")
	for _, kind := range []string{"DMH", "MH", "BMH"} {
		rest = strings.TrimPrefix(rest, kind)
	}
	before := len(rest)
	rest = strings.TrimLeft(rest, "0123456789")
	if after, ok := strings.CutPrefix(rest, "/"); ok && after != "" {
		after = strings.TrimPrefix(after, "0x")
		rest = strings.TrimLeft(after, "0123456789abcdef")
	}
	if len(rest) == before {
		return 0
	}
	return len(text) - len(rest)
}

// WithoutThreadNumber returns the name of a thread without the numbers that tell it from its likes:
//
//	migration/31    migration/*
//	GC Thread#7     GC Thread#*
//	java-990/995    java-*/*
func WithoutThreadNumber(name string) string {
	var out strings.Builder
	for i := 0; i < len(name); {
		end := i + len(name[i:]) - len(strings.TrimLeft(name[i:], "0123456789"))
		if end > i && (end == len(name) || strings.IndexByte("-/_:# .]", name[end]) >= 0) {
			out.WriteByte('*')
			i = end
			continue
		}
		out.WriteString(name[i:max(end, i+1)])
		i = max(end, i+1)
	}
	return out.String()
}
