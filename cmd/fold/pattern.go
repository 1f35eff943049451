package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// specials are the characters that make a pattern of a name.
const specials = `*?[`

// isPattern reports whether a name that is no file's stands for several: "nights/**/*.pb.gz".
func isPattern(name string) bool {
	_, err := filepath.Match(name, "")
	return err == nil && strings.ContainsAny(name, specials)
}

// anyFolders stands for any number of folders one in the other, none included.
const anyFolders = "**"

// pattern adds the files that a pattern matches, as a shell would: * stands for any text and ? for one character within
// one name, [a-z] for one of these, and ** for any number of folders. Names that begin with a point are matched by what
// begins with a point. A folder that is matched stands for all files in it.
func (s *search) pattern(pattern string) {
	volume := filepath.VolumeName(pattern)
	parts := strings.Split(filepath.ToSlash(pattern[len(volume):]), "/")
	dir := volume
	if parts[0] == "" { // "/..."
		dir += string(filepath.Separator)
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	parts = slices.CompactFunc(parts, func(a, b string) bool { return a == anyFolders && b == anyFolders })
	s.match(dir, parts)
}

// match adds what the parts of a pattern match in a folder, "" being where the program runs.
func (s *search) match(dir string, parts []string) {
	part, rest := parts[0], parts[1:]
	switch {
	case part == anyFolders:
		s.matchBelow(dir, rest)
	case !strings.ContainsAny(part, specials+`\`):
		path := filepath.Join(dir, part)
		if info, err := os.Lstat(path); err == nil {
			s.matched(path, info.Mode().Type(), rest)
		}
	default:
		for _, entry := range s.list(dir) {
			if isHidden(entry.Name()) && !isHidden(part) {
				continue
			}
			if matches, _ := filepath.Match(part, entry.Name()); matches {
				s.matched(filepath.Join(dir, entry.Name()), entry.Type(), rest)
			}
		}
	}
}

// matched goes on with the rest of a pattern in what its beginning matches.
func (s *search) matched(path string, kind fs.FileMode, rest []string) {
	isDir := kind.IsDir()
	if kind&fs.ModeSymlink != 0 {
		info, err := os.Stat(path)
		isDir = err == nil && info.IsDir() // the pattern names this folder, so the link is followed
	}
	switch {
	case len(rest) > 0 && isDir:
		s.match(path, rest)
	case len(rest) > 0:
	case !isDir:
		s.entry(path, kind)
	default:
		if err := s.folder(path); err != nil {
			s.left = append(s.left, leftOut{path, err})
		}
	}
}

// matchBelow adds what the rest of a pattern matches in a folder and in all folders below it. Links to folders are not
// followed.
func (s *search) matchBelow(dir string, rest []string) {
	if len(rest) == 0 {
		if err := s.folder(orHere(dir)); err != nil {
			s.left = append(s.left, leftOut{dir, err})
		}
		return
	}
	s.match(dir, rest)
	for _, entry := range s.list(dir) {
		switch path := filepath.Join(dir, entry.Name()); {
		case isHidden(entry.Name()):
		case entry.IsDir():
			s.matchBelow(path, rest)
		}
	}
}

// list returns what stands in a folder; one that cannot be read is left out once.
func (s *search) list(dir string) []fs.DirEntry {
	entries, err := os.ReadDir(orHere(dir))
	if err != nil && !slices.ContainsFunc(s.left, func(l leftOut) bool { return l.name == dir }) {
		s.left = append(s.left, leftOut{dir, err})
	}
	return entries
}

// orHere returns a folder, "." for the one where the program runs.
func orHere(dir string) string {
	if dir == "" {
		return "."
	}
	return dir
}
