package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// mostListed bounds the list of files that --files-from names.
const mostListed = 256 << 20

// listed returns the names in the list of --files-from. It is read once: standard input has no second time.
func (s streams) listed(r *request) ([]string, error) {
	if r.filesFrom == "" || r.fromList != nil {
		return r.fromList, nil
	}
	in := s.stdin
	if r.filesFrom != "-" {
		f, err := os.Open(r.filesFrom)
		if err != nil {
			return nil, inFile(r.filesFrom, err)
		}
		defer f.Close()
		in = f
	}
	names, err := readNames(in)
	if err == nil && len(names) == 0 {
		err = errors.New("the list names no file")
	}
	if err != nil {
		return nil, inFile(displayName(r.filesFrom), err)
	}
	r.fromList = names
	return names, nil
}

// readNames reads names of files: one a line, or with a zero byte after each, as find -print0 writes them.
func readNames(r io.Reader) (names []string, err error) {
	list, err := io.ReadAll(io.LimitReader(r, mostListed+1))
	switch {
	case err != nil:
		return nil, err
	case len(list) > mostListed:
		return nil, fmt.Errorf("a list of over %d MB: it should hold names of files", mostListed>>20)
	}
	end := []byte{0}
	if !bytes.Contains(list, end) {
		list, end = bytes.ReplaceAll(list, []byte("\r\n"), []byte("\n")), []byte("\n")
	}
	for name := range bytes.SplitSeq(list, end) {
		if len(name) > 0 {
			names = append(names, string(name))
		}
	}
	return names, nil
}
