package sourcestest

import (
	"os"
	"path/filepath"

	"fold/sources"
	"fold/sources/input"
)

// Options returns how the fixtures of a format are read: those that hold addresses, with the programs that lie
// beside them.
func Options(format string) sources.Options {
	if format != "perfdata" {
		return sources.Options{}
	}
	dir := filepath.Join(Testdata(), format)
	return sources.Options{
		Open: OpenProgram, Symfs: filepath.Join(dir, "symfs"), DebugDir: filepath.Join(dir, "debug"),
	}
}

// OpenProgram opens a file for [sources.Options], below a directory only.
func OpenProgram(dir, name string) (input.ProgramFile, error) {
	if dir == "" {
		return nil, os.ErrNotExist
	}
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, os.ErrNotExist
	}
	return f, nil
}
