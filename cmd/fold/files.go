package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fold/sources/input"
	"fold/sources/perfdata"
)

// manyFiles is how many files a command takes before messages about them are added up, and before one that cannot be
// read is left out: nobody has written so many names by hand.
const manyFiles = 20

// inputFiles are the files that a command is to read.
type inputFiles struct {
	names   []string  // "-" is standard input
	lenient []bool    // lenient[i]: file i is left out if it cannot be read, because nobody has named it by itself
	left    []leftOut // what a folder or a pattern names, too, and cannot be read
	notes   []string  // what is not followed, with numbers
}

// leftOut is a file that is not read, and why.
type leftOut struct {
	name string
	why  error
}

// oneFile returns a file that was named by itself.
func oneFile(name string) inputFiles {
	return inputFiles{names: []string{name}, lenient: []bool{false}}
}

// areMany reports whether messages about the files are added up.
func (in inputFiles) areMany() bool { return len(in.names)+len(in.left) > manyFiles }

// expand finds the files that arguments name: files, folders, patterns, URLs, and "-", standard input. A folder or a
// pattern that names no file is an error. It does not read the files.
func expand(args []string) (inputFiles, error) {
	var in inputFiles
	for _, arg := range args {
		found, err := findFiles(arg)
		if err != nil {
			return in, inFile(displayName(arg), err)
		}
		if found == nil {
			in.add(len(args) > manyFiles, arg)
			continue
		}
		in.add(true, found.files...)
		in.left = append(in.left, found.left...)
		in.notes = append(in.notes, found.notes(arg)...)
	}
	return in, nil
}

func (in *inputFiles) add(lenient bool, names ...string) {
	in.names = append(in.names, names...)
	in.lenient = append(in.lenient, slices.Repeat([]bool{lenient}, len(names))...)
}

// without returns the files but for those of which drop says so.
func (in inputFiles) without(drop func(file string) bool) inputFiles {
	kept := inputFiles{left: in.left, notes: in.notes}
	for i, name := range in.names {
		if !drop(name) {
			kept.add(in.lenient[i], name)
		}
	}
	return kept
}

// and returns the files of both. Those of a list are not named by themselves.
func (in inputFiles) and(list inputFiles) inputFiles {
	in.add(true, list.names...)
	in.left, in.notes = append(in.left, list.left...), append(in.notes, list.notes...)
	return in
}

// findFiles looks for the files of a folder or of a pattern; nil: the argument is neither.
func findFiles(arg string) (*search, error) {
	if arg == "-" || isURL(arg) {
		return nil, nil
	}
	s := &search{}
	info, err := os.Stat(arg)
	switch {
	case err == nil && info.IsDir():
		if err := errThreads(arg); err != nil {
			return nil, err
		}
		if err := s.folder(arg); err != nil {
			return nil, err
		}
	case err != nil && isPattern(arg):
		s.pattern(arg)
	default:
		return nil, nil
	}
	s.finish()
	switch {
	case len(s.files) > 0 || len(s.left) > 0:
		return s, nil
	case err != nil:
		return nil, errors.New("no file matches")
	}
	return nil, errors.New("no files in this folder")
}

// errThreads says what to do with a folder that perf record --threads has written.
func errThreads(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "data.0")); err != nil {
		return nil
	}
	return withPerf(dir, &perfdata.NeedsPerf{Why: "perf record --threads wrote a directory"})
}

// search collects the files of a folder or a pattern.
type search struct {
	files []string
	links []string // that lead to files
	left  []leftOut

	again   int64 // links that lead to files which are there anyway
	folders int64 // links that lead to folders
	special int64 // pipes, sockets, devices
}

// folder adds the files in a folder and in those below it. Hidden ones are left out, and links to folders are not
// followed: they may lead anywhere, and round in circles. It is an error if the folder itself cannot be read.
func (s *search) folder(dir string) error {
	top := dir + string(filepath.Separator) // so that it may be a link itself
	return filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && path == top:
			return err
		case err != nil:
			s.left = append(s.left, leftOut{path, err})
			return nil
		case path == top:
			return nil
		case isHidden(entry.Name()):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		s.entry(path, entry.Type())
		return nil
	})
}

func isHidden(name string) bool { return strings.HasPrefix(name, ".") }

// entry adds what stands in a folder, unless that is a folder itself.
func (s *search) entry(path string, kind fs.FileMode) {
	if path == "-" {
		path = "." + string(filepath.Separator) + path // which is a file here, and not standard input
	}
	switch {
	case kind.IsDir():
	case kind.IsRegular():
		s.files = append(s.files, path)
	case kind&fs.ModeSymlink == 0:
		s.special++
	default:
		s.link(path)
	}
}

// link adds the file that a link leads to.
func (s *search) link(path string) {
	switch info, err := os.Stat(path); {
	case err != nil:
		s.left = append(s.left, leftOut{path, errors.New("a link that leads nowhere")})
	case info.IsDir():
		s.folders++
	case info.Mode().IsRegular():
		s.links = append(s.links, path)
	default:
		s.special++
	}
}

// finish brings the files into the order of the bytes of their names. What links lead to is there once.
func (s *search) finish() {
	slices.Sort(s.files)
	s.files = slices.Compact(s.files)
	if len(s.links) == 0 {
		return
	}
	there := make(map[string]bool)
	for _, file := range s.files {
		there[realName(file)] = true
	}
	slices.Sort(s.links)
	for _, link := range slices.Compact(s.links) {
		target := realName(link)
		if there[target] {
			s.again++
			continue
		}
		there[target] = true
		s.files = append(s.files, link)
	}
	slices.Sort(s.files)
}

// realName returns the name of a file on which all ways to it agree, or the name itself where there is no file.
func realName(file string) string {
	whole, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	if whole, err = filepath.EvalSymlinks(whole); err != nil {
		return file
	}
	return whole
}

// notes says what in a folder or a pattern was passed over.
func (s *search) notes(arg string) (notes []string) {
	for _, passed := range []struct {
		n        int64
		noun     string
		one, all string
	}{
		{s.again, "link", "leads to a file that is counted anyway", "lead to files that are counted anyway"},
		{s.folders, "link to a folder", "is not followed", "are not followed"},
		{s.special, "pipe, socket or device", "left out", "left out"},
	} {
		switch {
		case passed.n == 1:
			notes = append(notes, fmt.Sprintf("%s: 1 %s %s", arg, passed.noun, passed.one))
		case passed.n > 1:
			notes = append(notes, fmt.Sprintf("%s: %s %s", arg, input.Plural(passed.n, passed.noun), passed.all))
		}
	}
	return notes
}

// givenTwice says which files are counted more than once, because they were given so.
func (in inputFiles) givenTwice() string {
	if len(in.names) < 2 {
		return ""
	}
	times := make(map[string]int, len(in.names))
	var first string
	twice := 0
	for _, name := range in.names {
		if name == "-" || isURL(name) {
			continue
		}
		real := realName(name)
		if times[real]++; times[real] == 2 {
			if twice++; twice == 1 {
				first = name
			}
		}
	}
	switch twice {
	case 0:
		return ""
	case 1:
		return first + ": given more than once, and counted as often"
	}
	return fmt.Sprintf("%d files given more than once, and counted as often, as %s", twice, first)
}
