package main

import (
	"io"
	"os"

	"fold/sources/input"
)

// indexedFile is a file that can be read at any place.
type indexedFile struct {
	*os.File
	size int64
}

// Size returns how long the file was when it was opened.
func (f indexedFile) Size() int64 { return f.size }

// spool keeps an input in a temporary file that has no name any more, so that it is gone with the program.
// Where a file that is open cannot be removed, it is left to the system.
func spool(r io.Reader) (input.Indexed, error) {
	f, err := os.CreateTemp("", "fold-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name())
	size, err := io.Copy(f, r)
	if err != nil {
		f.Close()
		return nil, err
	}
	return indexedFile{f, size}, nil
}
