package main

import (
	"errors"
	"io/fs"
	"os"

	"fold/flame"
)

// readFiles reads the files that --nameattr and --cp name.
func (o *pictureFlags) readFiles(m messages) (err error) {
	if o.attributes != "" {
		if o.Attributes, err = readAttributes(o.attributes, m); err != nil {
			return inFile(o.attributes, err)
		}
	}
	if o.colorMap != "" {
		if o.ColorMap, err = readColorMap(o.colorMap); err != nil {
			return inFile(o.colorMap, err)
		}
	}
	return nil
}

// mostRefusals is how many refusals are told one by one.
const mostRefusals = 5

func readAttributes(name string, m messages) (*flame.NameAttributes, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	attributes, refused, err := flame.ReadNameAttributes(f)
	for i, r := range refused {
		if i == mostRefusals {
			m.note("%s: %d attributes left out", name, len(refused))
			break
		}
		m.note("%s:%d: left out: %s", name, r.Line, r.Why)
	}
	return attributes, err
}

// readColorMap reads the colours of earlier pictures; there are none if there is no file.
func readColorMap(name string) (*flame.ColorMap, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return &flame.ColorMap{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return flame.ReadColorMap(f)
}
