package main

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestOpenProgram checks that no path of a recording leads out of --symfs, and that only files are opened: opening
// a pipe would wait for ever.
func TestOpenProgram(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	dir := t.TempDir()
	outside := filepath.Join(dir, "secret")
	root := filepath.Join(dir, "root")
	for _, sub := range []string{"usr/bin", "etc"} {
		if err := os.MkdirAll(filepath.Join(root, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for file, text := range map[string]string{outside: "secret", filepath.Join(root, "usr/bin/app"): "app"} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"out": outside, "up": "../secret", "bin": "usr/bin"} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ dir, name, want string }{
		{root, "/usr/bin/app", "app"},
		{root, "/bin/app", "app"},
		{root, "/../usr/bin/app", "app"},
		{root, "/../secret", ""},
		{root, "/out", ""},
		{root, "/up", ""},
		{root, "/usr/bin", ""},
		{root, "", ""},
		{root, "/nosuch", ""},
		{filepath.Join(dir, "nosuch"), "/usr/bin/app", ""},
		{"", outside, "secret"},
		{"", root, ""},
		{"", os.DevNull, ""},
	} {
		got := ""
		if f, err := openProgram(test.dir, test.name); err == nil {
			text, _ := io.ReadAll(f)
			got = string(text)
			f.Close()
		}
		if got != test.want {
			t.Errorf("%s in %q: got %q, want %q", test.name, test.dir, got, test.want)
		}
	}
}
