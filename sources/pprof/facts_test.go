package pprof

import "testing"

func TestGoVersion(t *testing.T) {
	for file, want := range map[string]string{
		"/root/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.26.1.linux-amd64/src/runtime/proc.go": "go1.26.1",
		"/home/ann/sdk/go1.24.2/src/runtime/proc.go":                                            "go1.24.2",
		"/home/ann/sdk/go1.25rc2/src/runtime/proc.go":                                           "go1.25rc2",
		"/opt/homebrew/Cellar/go/1.22.1/libexec/src/runtime/proc.go":                            "go1.22.1",
		`C:\sdk\go1.23.4\src\runtime\proc.go`:                                                   "go1.23.4",
		"/usr/local/go/src/runtime/proc.go":                                                     "",
		"runtime/proc.go":                                                                       "",
	} {
		p := &profile{}
		p.functions = []function{
			{name: p.addText("main.main"), file: p.addText("/go1.2.3/src/runtime/x")},
			{name: p.addText("runtime.goexit"), file: p.addText(file)},
		}
		if got := goVersion(p); got != want {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
}
