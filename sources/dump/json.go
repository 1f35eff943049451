package dump

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"fold/sources/input"
)

// FirstKey returns the first key of a JSON object; rest begins with its value. Inside says that the object is
// the first element of an array.
func FirstKey(h *input.Head) (key string, rest []byte, inside bool) {
	text := bytes.TrimLeft(h.Bytes, " \t\r\n")
	if text, inside = bytes.CutPrefix(text, []byte{'['}); inside {
		text = bytes.TrimLeft(text, " \t\r\n")
	}
	text, found := bytes.CutPrefix(text, []byte{'{'})
	text = bytes.TrimLeft(text, " \t\r\n")
	if !found || len(text) == 0 || text[0] != '"' {
		return "", nil, inside
	}
	end := bytes.IndexByte(text[1:], '"')
	if end < 0 {
		return "", nil, inside
	}
	rest = bytes.TrimLeft(text[end+2:], " \t\r\n")
	rest, found = bytes.CutPrefix(rest, []byte{':'})
	if !found {
		return "", nil, inside
	}
	return string(text[1 : end+1]), bytes.TrimLeft(rest, " \t\r\n"), inside
}

// JSONError returns an error about JSON that says what to do.
func JSONError(err error) error {
	var e *input.Error
	switch {
	case errors.As(err, &e):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return input.Errorf("the JSON ends too early: it is cut short, write the dump again")
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return input.Errorf("byte %d: not JSON: %s", syntax.Offset, syntax.Error())
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return input.Errorf("byte %d: %q holds a %s, which no dump of this kind does", kind.Offset, kind.Field, kind.Value)
	}
	return err
}

// EachElement calls read for each element of every array that stands under key, at whatever depth, in the next value
// of an input, and takes in nothing else but tokens. Read must decode one element. The error is io.EOF where no value
// follows.
func EachElement(d *json.Decoder, key string, read func(d *json.Decoder) error) error {
	var objects []bool // of the open brackets: which are objects
	wantsKey, name := false, ""
	for {
		token, err := d.Token()
		switch {
		case err != nil && len(objects) > 0:
			return cutShort(err)
		case err != nil:
			return err
		}
		switch t := token.(type) {
		case json.Delim:
			switch t {
			case '{':
				objects = append(objects, true)
				wantsKey = true
				continue
			case '[':
				if name == key {
					name = ""
					if err := eachOf(d, read); err != nil {
						return cutShort(err)
					}
					break
				}
				objects = append(objects, false)
				wantsKey, name = false, ""
				continue
			default:
				objects = objects[:len(objects)-1]
			}
		case string:
			if wantsKey {
				name, wantsKey = t, false
				continue
			}
		}
		if len(objects) == 0 {
			return nil
		}
		name, wantsKey = "", objects[len(objects)-1]
	}
}

// cutShort returns an error within a value, where the input cannot end.
func cutShort(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// eachOf calls read for each element of an array that has been opened, and closes it.
func eachOf(d *json.Decoder, read func(d *json.Decoder) error) error {
	for d.More() {
		if err := read(d); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}
