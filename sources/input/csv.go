package input

import "bytes"

// Cells splits lines of comma-separated values. Its zero value is ready; what Split returns is valid until the
// next call.
type Cells struct {
	cells [][]byte
	text  []byte
}

// Split returns the cells of a line. A cell in quotes may hold the separator, and a quote written twice:
//
//	"tea::Pot<int, 3>::pour(int)",0.2,"say ""tea"""
//
// Blanks before a quote are kept: they are the indent of a tree. Whole is false if a quote is not closed.
func (c *Cells) Split(line []byte, separator byte) (cells [][]byte, whole bool) {
	c.cells, c.text = c.cells[:0], c.text[:0]
	if bytes.IndexByte(line, '"') < 0 {
		for {
			end := bytes.IndexByte(line, separator)
			if end < 0 {
				c.cells = append(c.cells, line)
				return c.cells, true
			}
			c.cells = append(c.cells, line[:end])
			line = line[end+1:]
		}
	}
	if cap(c.text) < len(line) {
		c.text = make([]byte, 0, 2*len(line)) // never grows below: cells point into it
	}
	for more := true; more; {
		if line, more, whole = c.cell(line, separator); !whole {
			return c.cells, false
		}
	}
	return c.cells, true
}

// cell takes one cell off the start of a line that holds quotes. More: a separator follows it.
func (c *Cells) cell(line []byte, separator byte) (rest []byte, more, whole bool) {
	start := len(c.text)
	blanks := 0
	for blanks < len(line) && IsBlank(line[blanks]) && line[blanks] != separator {
		blanks++
	}
	if blanks < len(line) && line[blanks] == '"' {
		c.text = append(c.text, line[:blanks]...)
		if line, whole = c.quoted(line[blanks+1:]); !whole {
			return nil, false, false
		}
	}
	end := bytes.IndexByte(line, separator)
	if more = end >= 0; !more {
		end = len(line)
	}
	c.text = append(c.text, line[:end]...)
	c.cells = append(c.cells, c.text[start:len(c.text):len(c.text)])
	if more {
		end++
	}
	return line[end:], more, true
}

// quoted takes what stands up to the closing quote off the start of a line.
func (c *Cells) quoted(line []byte) (rest []byte, closed bool) {
	for {
		end := bytes.IndexByte(line, '"')
		if end < 0 {
			return nil, false
		}
		c.text = append(c.text, line[:end]...)
		line = line[end+1:]
		if len(line) == 0 || line[0] != '"' {
			return line, true
		}
		c.text = append(c.text, '"')
		line = line[1:]
	}
}
