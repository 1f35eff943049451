package pprof

import (
	"errors"
	"fmt"
	"strings"

	"fold/sources/input"

	"github.com/google/pprof/profile"

	"fold/collapse"
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
	p, err := decodePprof(c.Data)
	if err != nil {
		return err
	}
	isGoText := isLegacyText(c.Data) && nameGoText(c, p)
	findNames(c, p)
	r := pprofReader{c: c, b: b, p: p, columns: pprofColumns(c, b, p), counted: countings(p)}
	r.markCut(isGoText)
	if err := dropFrames(p, c.Options); err != nil {
		return err
	}
	c.Recorded(p.DurationNanos, "nanoseconds")
	facts(c, p)
	b.SetTicks(ticks(p))
	b.SetOrigin(origin(p))
	r.readLocations()
	for i, s := range p.Sample {
		r.sample(i, s)
	}
	r.countCut()
	if !isGoText && (isLegacyText(c.Data) || isLegacyCPU(c.Data)) {
		c.Count(unnamed(p), input.Note{Noun: "location", Text: "without a symbol, shown as its file: --symfs DIR finds the names in the programs below DIR"})
	}
	return nil
}

// unnamed returns of how many addresses a profile says no function.
func unnamed(p *profile.Profile) (n int64) {
	for _, location := range p.Location {
		if len(location.Line) == 0 {
			n++
		}
	}
	return n
}

// decodePprof reads the bytes of a profile and says what is wrong with bad ones.
func decodePprof(data []byte) (p *profile.Profile, err error) {
	defer func() {
		// The decoder reads hostile bytes and is not ours: its panics are errors of the input.
		if recover() != nil {
			p, err = nil, errors.New("damaged profile: record or copy it again")
		}
	}()
	if err := refusePprof(data); err != nil {
		return nil, err
	}
	if isLegacyText(data) || isLegacyCPU(data) {
		p, err = decodeLegacy(data)
	} else if countRecords(data) > maxRecords {
		return nil, fmt.Errorf("the profile holds over %d million records: give fold several smaller ones", maxRecords/1_000_000)
	} else if p, err = profile.ParseUncompressed(data); err == nil {
		err = p.CheckValid()
	}
	if err != nil {
		return nil, explainPprof(data, err)
	}
	switch n := len(p.SampleType); {
	case n == 0:
		return nil, errNotPprof
	case n > maxTypes:
		return nil, fmt.Errorf("damaged profile: it names %d types of values", n)
	}
	return p, nil
}

// maxTypes is how many columns a profile may have; real ones have up to a dozen.
const maxTypes = 1000

// maxRecords bounds the memory that decoding takes: an empty record has two bytes in the file and more than
// a hundred in memory. A profile of a million samples has under two million records.
const maxRecords = 20_000_000

// countRecords counts samples, locations, functions and strings.
func countRecords(data []byte) int {
	records := 0
	for len(data) > 0 {
		_, _, rest, end := nextField(data, profileWire)
		if end || rest == nil {
			break // damaged: the decoder will say how
		}
		data = rest
		records++
	}
	return records
}

func decodeLegacy(data []byte) (*profile.Profile, error) {
	if err := checkMemoryMap(data); err != nil {
		return nil, err
	}
	return profile.ParseData(data)
}

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
func pprofColumns(c *input.Chunk, b *collapse.Builder, p *profile.Profile) []int {
	columns := make([]int, len(p.SampleType))
	chosen := len(columns) - 1
	taken := make(map[string]bool)
	for i, counted := range countings(p) {
		t := p.SampleType[i]
		m := collapse.Metric{Name: metricName(t.Type, taken), Unit: pprofText(t.Unit)}
		if counted.how == neverSampled {
			m.Sampling = collapse.Measured
		}
		columns[i] = c.Metric(b, m)
	}
	for i, t := range p.SampleType {
		if t.Type == p.DefaultSampleType && t.Type != "" {
			chosen = i
			break
		}
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

// dropFrames applies the drop_frames and keep_frames of the profile, which name functions that are no
// news to anyone, as pprof does: malloc itself in a profile of allocations.
func dropFrames(p *profile.Profile, o input.Options) error {
	if o.AllFrames {
		return nil
	}
	if err := p.RemoveUninteresting(); err != nil {
		return fmt.Errorf("drop_frames or keep_frames of the profile is no regular expression (%q): use --all-frames", input.Shorten([]byte(p.DropFrames+" "+p.KeepFrames)))
	}
	return nil
}

// pprofText returns a text of the profile in valid UTF-8, as pictures need it.
func pprofText(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
