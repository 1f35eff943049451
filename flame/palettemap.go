package flame

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fold/flame/text"
)

// ColorMap remembers which colour each function has, so that it keeps it in later pictures, whatever their
// palette: see SVGOptions.ColorMap. The zero value is empty. [ReadColorMap] and [ColorMap.Write] know the
// files "palette.map" that flamegraph.pl and inferno keep with --cp:
//
//	java->rgb(252,91,43)
//	os::javaTimeMillis->rgb(219,122,11)
type ColorMap struct{ colors map[string]rgb }

// mostColorMap is the size of the largest file that ReadColorMap takes.
const mostColorMap = 64 << 20

// ReadColorMap reads a palette.map file. An error begins with the number of the line.
func ReadColorMap(r io.Reader) (*ColorMap, error) {
	data, err := io.ReadAll(io.LimitReader(r, mostColorMap+1))
	if err != nil {
		return nil, err
	}
	if len(data) > mostColorMap {
		return nil, fmt.Errorf("more than %d MB: is it a palette.map?", mostColorMap>>20)
	}
	m := &ColorMap{colors: map[string]rgb{}}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			continue
		}
		name, c, ok := parseMapping(text)
		if !ok {
			return nil, &lineError{number, fmt.Sprintf("not a line \"function->rgb(red,green,blue)\": %q", cutMessage(text))}
		}
		m.colors[name] = c
	}
	return m, nil
}

// parseMapping reads a line such as "a->b->rgb(252,91,43)", whose name is "a->b".
func parseMapping(line string) (name string, c rgb, ok bool) {
	at := strings.LastIndex(line, "->rgb(")
	if at < 0 || !strings.HasSuffix(line, ")") {
		return "", rgb{}, false
	}
	parts := strings.Split(line[at+len("->rgb("):len(line)-1], ",")
	if len(parts) != 3 {
		return "", rgb{}, false
	}
	for i, to := range []*uint8{&c.r, &c.g, &c.b} {
		v, err := strconv.ParseUint(strings.TrimSpace(parts[i]), 10, 8)
		if err != nil {
			return "", rgb{}, false
		}
		*to = uint8(v)
	}
	return line[:at], c, true
}

// cutMessage shortens a text for a message.
func cutMessage(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + dots
}

// Write writes the map, sorted by name.
func (m *ColorMap) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, name := range slices.Sorted(maps.Keys(m.colors)) {
		c := m.colors[name]
		fmt.Fprintf(out, "%s->rgb(%d,%d,%d)\n", name, c.r, c.g, c.b)
	}
	return out.Flush()
}

// hue returns the colour that the map has for a name. If it has none, that is the one given, which it takes.
// Separators are always grey.
func (m *ColorMap) hue(raw, shown string, byDefault hue) hue {
	if m == nil || isSeparator(shown) {
		return byDefault
	}
	name := text.Clean(raw)
	c, known := m.colors[name]
	if !known {
		if m.colors == nil {
			m.colors = map[string]rgb{}
		}
		c = byDefault.fill
		m.colors[name] = c
	}
	return exactHue(c)
}

// lineError is an error about a line of a file.
type lineError struct {
	line int // from 1
	why  string
}

func (e *lineError) Error() string { return fmt.Sprintf("%d: %s", e.line, e.why) }

// AtLine returns the number of the line.
func (e *lineError) AtLine() int { return e.line }
