package firefox

import (
	"bytes"
	"regexp"
	"sync"

	"fold/sources/input"
)

// geckoRows is a table of Firefox's own dump: rows, which may be short, and a schema that says which column is which.
//
//	"stackTable":{"schema":{"prefix":0,"frame":1},"data":[[null,0],[0,1]]}
type geckoRows struct {
	schema map[string]int64
	cells  input.Series // for each row how many cells it has, and the cells, see cell
}

// mostCells is how many cells of a row are kept: Firefox's have at most eight.
const mostCells = 16

// cellPlaces is how many digits after the point a cell keeps: milliseconds become nanoseconds.
const cellPlaces = 6

func (g *geckoRows) readMember(j *input.JSON) {
	switch string(j.Name()) {
	case "schema":
		for in := j.Object(); in && j.Member(); {
			name := string(j.Name())
			if n, ok := j.Int(); ok && n >= 0 {
				if g.schema == nil {
					g.schema = make(map[string]int64)
				}
				g.schema[name] = n
			}
		}
	case "data":
		for in := j.Array(); in && j.Element(); {
			g.readRow(j)
		}
	}
}

func (g *geckoRows) readRow(j *input.JSON) {
	var cells [mostCells]int64
	n := 0
	for in := j.Array(); in && j.Element(); {
		if n < mostCells {
			cells[n] = readCell(j)
			n++
		}
	}
	g.cells.Append(int64(n))
	for _, c := range cells[:n] {
		g.cells.Append(c)
	}
}

// readCell reads a number times 10 to the power of cellPlaces, moved by one so that 0 stands for what is none.
func readCell(j *input.JSON) int64 {
	if j.Kind() != input.JSONNumber {
		j.Skip()
		return 0
	}
	text, _ := j.Text()
	n, ok := input.ParseDecimal(text, cellPlaces)
	switch {
	case !ok:
		return 0
	case n >= 0:
		return min(n, 1<<62) + 1
	}
	return n
}

// each calls yield with each cell of a column; not ok: the row has none.
func (g *geckoRows) each(name string, yield func(n int64, ok bool)) bool {
	at, known := g.schema[name]
	if !known {
		return false
	}
	cells := g.cells.All()
	for count, more := cells.Next(); more; count, more = cells.Next() {
		n, ok := int64(0), false
		for i := range count {
			cell, _ := cells.Next()
			if i == at && cell != 0 {
				n, ok = cell, true
				if cell > 0 {
					n--
				}
			}
		}
		yield(n, ok)
	}
	return true
}

const cellUnit = 1_000_000 // 10 to the power of cellPlaces

// column adds the numbers of a column to one of a table; what is none is -1.
func (g *geckoRows) column(name string, to *input.Column[int32]) {
	g.each(name, func(n int64, ok bool) {
		if n /= cellUnit; !ok || n < 0 || n > 1<<31-1 {
			n = -1
		}
		to.Append(int32(n))
	})
}

// indexes is column for a list that keeps each number plus one, and returns the largest of these.
func (g *geckoRows) indexes(name string, to *input.Series) (largest int64) {
	g.each(name, func(n int64, ok bool) {
		if n /= cellUnit; !ok || n < 0 || n > 1<<31-2 {
			n = -1
		}
		to.Append(n + 1)
		largest = max(largest, n+1)
	})
	return largest
}

// location is what the text of a frame in Firefox's own dump says.
type location struct {
	name    string
	lib     string
	file    string
	address bool // name is an address
	script  bool // it is JavaScript
}

var (
	inLibrary = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.*) \(in ([^)]*)\)`) })
	inScript  = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:(.*) \((.+?):\d+(?::\d+)?\)|(.+?):\d+(?::\d+)?)(?:\[\d+\])?$`)
	})
)

// parseLocation reads the location of a frame:
//
//	run (in libxul.so) + 12
//	tick (https://a.example/app.js:10:3)[2]
//	https://a.example/boot.js:1
//	0x7f12
//	Startup::XRE_Main
func parseLocation(text []byte) location {
	if bytes.HasPrefix(text, []byte("0x")) {
		return location{name: string(text), address: true}
	}
	if m := inLibrary().FindSubmatch(text); m != nil {
		return location{name: string(m[1]), lib: lastComponent(m[2])}
	}
	m := inScript().FindSubmatch(text)
	if m == nil {
		return location{name: string(text)}
	}
	file := string(m[2])
	if m[2] == nil {
		file = string(m[3])
	}
	if len(m[1]) == 0 {
		return location{name: "(root scope) " + file, file: file, script: true}
	}
	return location{name: string(m[1]), file: file, script: true}
}
