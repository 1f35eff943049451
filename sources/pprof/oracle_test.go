package pprof

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	google "github.com/google/pprof/profile"

	"fold/sources/input"
)

// TestDecoder reads all recorded profiles with this package's decoder and with google/pprof's, and compares what they found.
func TestDecoder(t *testing.T) {
	compared := 0
	for _, seed := range seeds() {
		if _, err := readAll(seed); err != nil {
			t.Error(err)
		}
		agree(t, "seed", seed)
	}
	for _, dir := range []string{"../../testdata/pprof", "../../testdata/demo"} {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".pb") {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if data, err = input.Unpack(data); err != nil {
				return err
			}
			compared++
			agree(t, path, data)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if compared < 15 {
		t.Errorf("only %d profiles compared", compared)
	}
}

// FuzzDecoder checks that this package's decoder takes for a profile what google/pprof's does, and finds the same in it.
func FuzzDecoder(f *testing.F) {
	for _, seed := range seeds() {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) { agree(t, "input", data) })
}

// seeds are messages in which every field occurs.
func seeds() [][]byte {
	types := appendBytes(nil, 1, []byte("\x08\x01\x10\x02"))
	texts := appendBytes(appendBytes(appendBytes(nil, 6, nil), 6, []byte("cpu")), 6, []byte("nanoseconds"))
	places := slices.Concat(
		appendBytes(nil, 3, []byte("\x08\x07\x10\x00\x18\x7f\x20\x01\x28\x01\x30\x02\x38\x01")),
		appendBytes(nil, 5, []byte("\x08\x03\x10\x01\x18\x02\x20\x02\x28\x09")),
		appendBytes(nil, 4, []byte("\x08\x01\x10\x07\x18\x40\x22\x04\x08\x03\x10\x05")),
		appendBytes(nil, 4, []byte("\x08\x80\x80\x04\x22\x02\x08\x03\x22\x06\x08\x03\x10\x01\x18\x02")),
	)
	packed := appendBytes(nil, 2, []byte("\x0a\x04\x80\x80\x04\x01\x12\x01\x05\x1a\x04\x08\x01\x10\x02\x1a\x06\x08\x01\x18\x09\x20\x02"))
	single := appendBytes(nil, 2, []byte("\x08\x01\x08\x80\x80\x04\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"))
	rest := slices.Concat(
		appendNumber(appendNumber(nil, 7, 1), 8, 2), appendNumber(appendNumber(nil, 9, 1), 10, 2), appendBytes(nil, 11, []byte("\x08\x01\x10\x02")),
		appendNumber(nil, 12, 3), appendBytes(nil, 13, []byte("\x01\x02")), appendNumber(nil, 13, 1), appendNumber(appendNumber(nil, 14, 1), 15, 1),
	)
	later := []byte("\x80\x01\x05\x89\x01\x01\x02\x03\x04\x05\x06\x07\x08\x95\x01\x01\x02\x03\x04") // fields 16 to 18, of any kind
	return [][]byte{
		slices.Concat(types, packed, single, places, rest, texts),
		slices.Concat(texts, places, later, types, single, packed, rest),
	}
}

// agree compares what both decoders say of data.
func agree(t *testing.T, name string, data []byte) {
	t.Helper()
	want, theirs := readGoogle(data)
	got, ours := readAll(data)
	if (theirs == nil) != (ours == nil) {
		t.Fatalf("%s: google/pprof says %v, this package %v", name, theirs, ours)
	}
	if got != want {
		t.Fatalf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// readGoogle returns what google/pprof finds in a profile, but for what this package passes over.
func readGoogle(data []byte) (text string, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("it panics")
		}
	}()
	p, err := google.ParseUncompressed(data)
	if err == nil {
		err = p.CheckValid()
	}
	if err != nil {
		return "", err
	}
	for _, m := range p.Mapping {
		m.HasFunctions, m.HasFilenames, m.HasLineNumbers, m.HasInlineFrames = false, false, false, false
	}
	for _, f := range p.Function {
		f.StartLine = 0
	}
	for _, l := range p.Location {
		l.IsFolded = false
		for i := range l.Line {
			l.Line[i].Column = 0
		}
	}
	p.DocURL = ""
	return describe(p), nil
}

// describe returns a profile as text.
func describe(p *google.Profile) string {
	return strings.Join([]string{p.String(), p.DropFrames, p.KeepFrames, p.DefaultSampleType}, "\n")
}

// readAll returns what this package finds in a profile, in the same words.
func readAll(data []byte) (string, error) {
	if len(data) == 0 {
		return "", errors.New("no data")
	}
	p, err := decode(data)
	if err != nil {
		return "", err
	}
	out := &google.Profile{
		Comments: p.comments, DropFrames: p.drop, KeepFrames: p.keep, DefaultSampleType: p.defaultType,
		TimeNanos: p.start, DurationNanos: p.duration, Period: p.period, PeriodType: &google.ValueType{Type: p.sampled.name, Unit: p.sampled.unit},
	}
	for _, t := range p.types {
		out.SampleType = append(out.SampleType, &google.ValueType{Type: t.name, Unit: t.unit})
	}
	for _, m := range p.mappings {
		out.Mapping = append(out.Mapping, &google.Mapping{ID: m.id, Start: m.start, Limit: m.limit, Offset: m.offset, File: p.text(m.file), BuildID: p.text(m.buildID)})
	}
	for _, l := range p.locations {
		location := &google.Location{ID: l.id, Address: l.address}
		if l.mapping > 0 {
			location.Mapping = out.Mapping[l.mapping-1]
		}
		for _, line := range p.linesOf(l) {
			f := p.functions[line.function]
			function := &google.Function{Name: p.text(f.name), SystemName: p.text(f.system), Filename: p.text(f.file)}
			location.Line = append(location.Line, google.Line{Function: function, Line: int64(line.number)})
		}
		out.Location = append(out.Location, location)
	}
	samples := p.samples()
	for samples.next() {
		out.Sample = append(out.Sample, googleSample(p, samples, out.Location))
	}
	if samples.err != nil {
		return "", samples.err
	}
	return describe(out), nil
}

func googleSample(p *profile, samples *samples, locations []*google.Location) *google.Sample {
	s := &google.Sample{Value: slices.Clone(samples.values), Label: make(map[string][]string), NumLabel: make(map[string][]int64), NumUnit: make(map[string][]string)}
	for _, place := range samples.locations {
		s.Location = append(s.Location, locations[place])
	}
	named := make(map[string]bool)
	for _, message := range samples.labels {
		l, _ := p.label(message)
		key := p.text(l.key)
		switch {
		case l.text != 0:
			s.Label[key] = append(s.Label[key], p.text(l.text))
		case l.number != 0 || l.unit != 0:
			s.NumLabel[key] = append(s.NumLabel[key], int64(l.number))
			s.NumUnit[key] = append(s.NumUnit[key], p.text(l.unit))
			named[key] = named[key] || l.unit != 0
		}
	}
	for key := range s.NumUnit {
		if !named[key] {
			delete(s.NumUnit, key)
		}
	}
	return s
}
