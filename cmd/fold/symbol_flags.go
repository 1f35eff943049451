package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"fold/sources"
	"fold/sources/input"
)

// symbolFlags say where the files of programs are, for recordings that hold addresses.
func (r *request) symbolFlags() []cli.Flag {
	o := &r.read
	words := []string{"auto", "all", "none"}
	values := []input.Inlines{input.InlinesAuto, input.InlinesAll, input.InlinesNone}
	return []cli.Flag{
		setting(aboutSymbols, "symfs", "look for programs in `DIR`, the root of the recorded machine", filled{&o.Symfs}),
		setting(aboutSymbols, "debug-dir", "look for programs by build id in `DIR`, too; default ~/.debug", filled{&o.DebugDir}),
		setting(aboutSymbols, "kallsyms", "read kernel symbols from `FILE`, a copy of /proc/kallsyms", filled{&o.Kallsyms}),
		setting(aboutSymbols, "inlines", "`WHICH` inlined calls are frames: auto, all or none; default auto, as the profiler's report", choice[input.Inlines]{&o.Inlines, words, values}),
		&cli.BoolFlag{
			Name: "no-inlines", Usage: "the same as --inlines none", Category: aboutSymbols, DisableDefaultText: true,
			Action: func(_ *cli.Context, on bool) error {
				if on {
					o.Inlines = input.InlinesNone
				}
				return nil
			},
		},
	}
}

// readOptions returns how to read, with what only a program may do: open other files, and make temporary ones.
func (r *request) readOptions() input.Options {
	o := r.read
	o.Event = r.event
	if o.Inlines == input.InlinesNone && r.filter != (filters{}) {
		o.Inlines = input.InlinesAuto // the filters see them; reshape takes them away
	}
	o.Open, o.Spool = openProgram, spool
	if home, err := os.UserHomeDir(); err == nil && o.DebugDir == "" && o.Symfs == "" {
		o.DebugDir = filepath.Join(home, ".debug")
	}
	return o
}

var errNotRegular = errors.New("not a regular file")

// openProgram opens a regular file that a recording names: in dir, which neither ".." nor a link leads out of,
// or in the whole file system if dir is empty.
func openProgram(dir, name string) (input.ProgramFile, error) {
	f, err := openIn(dir, name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errNotRegular
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func openIn(dir, name string) (*os.File, error) {
	if dir == "" {
		return openWithoutWaiting(name)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	name = strings.TrimLeft(filepath.Clean("/"+filepath.ToSlash(name)), "/")
	if info, err := root.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	return root.Open(name)
}

// openWithoutWaiting opens a file unless it is one that opening would wait for, such as a pipe.
func openWithoutWaiting(name string) (*os.File, error) {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	return os.Open(name)
}

// noteSymbols says where the symbols are that an input lacks, if the file lies beside it that samply puts there:
// profile.syms.json beside profile.json.
func noteSymbols(file string, r *request, report *sources.Report) {
	if !report.Unsymbolized || r.read.Syms != "" || file == "-" || isURL(file) {
		return
	}
	beside := strings.TrimSuffix(file, filepath.Ext(file)) + ".syms.json"
	if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
		report.Notes = append(report.Notes, "its symbols are in "+beside+": add --syms "+beside)
	}
}
