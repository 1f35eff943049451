package pprof

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"fold/collapse"
	"fold/sources/input"
)

// Format is the protobuf profile.proto, raw or compressed, that Go and many others write, and what
// pprof read before there was one: gperftools' CPU, heap, contention and thread profiles, the old Java
// ones, and the text of Go's /debug/pprof/NAME?debug=1. The grammar is that of github.com/google/pprof.
var Format = input.Format{
	Name: "pprof", Title: "pprof profiles: Go, gperftools, Node.js, Parca, Pyroscope and others",
	Uses:  input.UsesLabels | input.UsesLines | input.UsesAddresses | input.UsesAnnotate | input.UsesInlines | input.UsesGenerics | input.UsesAllFrames,
	Sniff: func(h *input.Head) bool { return sniffPprof(h.Bytes) },
	Parse: parsePprof,
	Write: Write, AllColumns: true,
}

// parsePprof reads a whole profile: each type of value becomes a column, each sample a stack.
func parsePprof(c *input.Chunk, b *collapse.Builder) error {
	if err := refusePprof(c.Data); err != nil {
		return err
	}
	data, old, err := c.Data, legacy{}, error(nil)
	if isLegacyText(data) || isLegacyCPU(data) {
		if data, old, err = translate(c); err != nil {
			return err
		}
	}
	p, err := decodePprof(data)
	if err != nil {
		return err
	}
	findNames(c, p)
	r := pprofReader{c: c, b: b, p: p, columns: pprofColumns(c, b, p), counted: countings(p)}
	r.depths.limit = depthLimit(p, old.named)
	if err := r.dropFrames(); err != nil {
		return err
	}
	c.Recorded(p.duration, "nanoseconds")
	facts(c, p)
	b.SetOrigin(origin(p))
	r.readLocations()
	if err := r.readSamples(); err != nil {
		return explainPprof(data, err)
	}
	b.SetTicks(r.ticks.number(p))
	r.countCut()
	if old.is && !old.named {
		c.Count(unnamed(p), input.Note{Noun: "location", Text: "without a symbol, shown as its file: --symfs DIR finds the names in the programs below DIR"})
	}
	return nil
}

// unnamed returns of how many addresses a profile says no function.
func unnamed(p *profile) (n int64) {
	for _, l := range p.locations {
		if l.first == l.end {
			n++
		}
	}
	return n
}

// decodePprof reads what a profile holds besides its samples, and says what is wrong with a bad one.
func decodePprof(data []byte) (*profile, error) {
	p, err := decode(data)
	switch {
	case errors.Is(err, errTooMany):
		return nil, err
	case err != nil:
		return nil, explainPprof(data, err)
	case len(p.types) == 0:
		return nil, errNotPprof
	case len(p.types) > maxTypes:
		return nil, fmt.Errorf("damaged profile: it names %d types of values", len(p.types))
	}
	return p, nil
}

// maxTypes is how many columns a profile may have; real ones have up to a dozen.
const maxTypes = 1000

var errNotPprof = errors.New("not a pprof profile: let fold collapse find the format, or see fold formats")

// refusePprof knows inputs that cannot be read and what to do instead.
func refusePprof(data []byte) error {
	switch {
	case len(data) == 0:
		return errors.New("the input is empty: did the profiler record anything?")
	case isJemalloc(data):
		return errors.New("this is a heap profile of jemalloc, which has addresses only: run `jeprof --collapsed PROGRAM FILE` and give fold its output")
	}
	return nil
}

// explainPprof turns an error of the decoder into one that says what to do.
func explainPprof(data []byte, err error) error {
	why := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "parsing profile: "), "malformed profile: ")
	switch {
	case strings.HasPrefix(why, "concatenated profiles"), strings.HasPrefix(why, "multiple "):
		return errors.New("several profiles one behind the other: give fold the files separately, it adds them up")
	case !sniffPprof(data[:min(len(data), input.HeadSize)]):
		return errNotPprof
	}
	return fmt.Errorf("damaged or cut short (%q): record or copy it again", input.Shorten([]byte(why)))
}

// pprofColumns returns the column of each type of value and chooses the default as pprof does: the type
// that the profile names, or else the last.
func pprofColumns(c *input.Chunk, b *collapse.Builder, p *profile) []int {
	columns := make([]int, len(p.types))
	chosen := len(columns) - 1
	taken := make(map[string]bool)
	for i, counted := range countings(p) {
		t := p.types[i]
		m := collapse.Metric{Name: metricName(t.name, taken), Unit: pprofText(t.unit)}
		if counted.how == neverSampled {
			m.Sampling = collapse.Measured
		}
		columns[i] = c.Metric(b, m)
	}
	if i := typeNamed(p, p.defaultType); i >= 0 && p.defaultType != "" {
		chosen = i
	}
	b.SetDefault(columns[chosen])
	return columns
}

// metricName returns the name of a type of value. Where a profile has it twice the second is called
// "NAME-2", so that each has a column of its own.
func metricName(name string, taken map[string]bool) string {
	if name = pprofText(name); name == "" {
		name = "value"
	}
	unique := name
	for n := 2; taken[unique]; n++ {
		unique = fmt.Sprintf("%s-%d", name, n)
	}
	taken[unique] = true
	return unique
}

// pprofText returns a text of the profile in valid UTF-8, as pictures need it.
func pprofText(text string) string {
	if utf8.ValidString(text) { // several times as fast
		return text
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
