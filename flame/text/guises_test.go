package text

import "testing"

func TestWithoutTier(t *testing.T) {
	for name, want := range map[string]string{
		"LazyCompile:~fib x.js:1": "JS:fib x.js:1",
		"LazyCompile:*fib x.js:1": "JS:fib x.js:1",
		"Function:^fib x.js:1":    "JS:fib x.js:1",
		"JS:+fib x.js:1":          "JS:fib x.js:1",
		"JS:fib x.js:1":           "JS:fib x.js:1",
		"Builtin:*fib":            "Builtin:*fib",
		"main":                    "main",
		"":                        "",
	} {
		if got := WithoutTier(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestWithoutNumber(t *testing.T) {
	for name, want := range map[string]string{
		"app/Main$$Lambda$14/0x0000000800c03000.run":               "app/Main$$Lambda*.run",
		"app/Main$$Lambda/0x00007f0800c03000.run":                  "app/Main$$Lambda*.run",
		"app/Main$$Lambda$14.run":                                  "app/Main$$Lambda*.run",
		"java/lang/invoke/LambdaForm$MH/0x0000000800c03000.invoke": "java/lang/invoke/LambdaForm$*.invoke",
		"jdk/internal/reflect/GeneratedMethodAccessor17.invoke":    "jdk/internal/reflect/GeneratedMethodAccessor*.invoke",
		"com/sun/proxy/$Proxy12.get":                               "com/sun/proxy/$Proxy*.get",
		"app/Main$1.run":                                           "app/Main$1.run",
		"main.func1":                                               "main.func1",
		"":                                                         "",
	} {
		if got := WithoutNumber(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestWithoutThreadNumber(t *testing.T) {
	for name, want := range map[string]string{
		"migration/31":    "migration/*",
		"GC-Thread-7":     "GC-Thread-*",
		"GC Thread#7":     "GC Thread#*",
		"java-990/995":    "java-*/*",
		"Thread_910021":   "Thread_*",
		"tokio-runtime-w": "tokio-runtime-w",
		"kworker/3:1H":    "kworker/*:1H",
		"sha256sum":       "sha256sum",
		"":                "",
	} {
		if got := WithoutThreadNumber(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
