package main

import (
	"bytes"
	"io"
	"os"

	"fold/sources"
	"fold/sources/input"
)

// programOutput returns where a program that fold runs writes: fold's own output itself, so that the program sees
// whether it is a terminal.
func (s streams) programOutput() io.Writer {
	if out, ok := s.stdout.(*stickyWriter); ok {
		return out.w
	}
	return s.stdout
}

// canReplace reports whether a file may be replaced by an output in a format: it does not exist, is empty, or is of
// that kind. A slip of the fingers must not cost anybody their main.go.
func canReplace(file, format string) bool {
	if !isPlain(file) {
		return true // a device: nothing is lost
	}
	f, err := os.Open(file)
	if err != nil {
		return os.IsNotExist(err)
	}
	defer f.Close()
	in, err := input.Open(f)
	if err != nil {
		return false
	}
	head := in.Head.Bytes
	switch format {
	case "svg":
		return len(head) == 0 || bytes.Contains(head, []byte("<svg"))
	case "png":
		return len(head) == 0 || bytes.HasPrefix(head, []byte("\x89PNG"))
	case "html":
		return len(head) == 0 || bytes.Contains(bytes.ToLower(head), []byte("<html"))
	case "json", "speedscope", "cpuprofile":
		return len(head) == 0 || bytes.HasPrefix(bytes.TrimSpace(head), []byte("{"))
	}
	found, known := sources.Detect(in.Head)
	return len(head) == 0 || known && found.Name == format
}
