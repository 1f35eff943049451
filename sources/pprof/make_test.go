package pprof_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// madePprof is a profile that a test puts together.
type madePprof struct{ *profile.Profile }

// newPprof returns an empty profile with values of the given types, each "NAME/UNIT".
func newPprof(types ...string) madePprof {
	p := madePprof{&profile.Profile{PeriodType: &profile.ValueType{}}}
	for _, t := range types {
		name, unit, _ := strings.Cut(t, "/")
		p.SampleType = append(p.SampleType, &profile.ValueType{Type: name, Unit: unit})
	}
	return p
}

func (p madePprof) function(name, file string) *profile.Function {
	for _, f := range p.Function {
		if f.Name == name && f.Filename == file {
			return f
		}
	}
	f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: name, Filename: file}
	p.Function = append(p.Function, f)
	return f
}

func (p madePprof) mapping(file string) *profile.Mapping {
	m := &profile.Mapping{ID: uint64(len(p.Mapping) + 1), Limit: 1 << 40, File: file}
	p.Mapping = append(p.Mapping, m)
	return m
}

func (p madePprof) location(l *profile.Location) *profile.Location {
	l.ID = uint64(len(p.Location) + 1)
	p.Location = append(p.Location, l)
	return l
}

func (p madePprof) add(leafFirst []*profile.Location, values ...int64) *profile.Sample {
	s := &profile.Sample{Location: leafFirst, Value: values}
	p.Sample = append(p.Sample, s)
	return s
}

// stack adds a sample of functions of one file, root first and with semicolons between.
func (p madePprof) stack(file, functions string, values ...int64) *profile.Sample {
	var locations []*profile.Location
	for name := range strings.SplitSeq(functions, ";") {
		f := p.function(name, file)
		l := p.location(&profile.Location{Address: 0x1000 + f.ID, Line: []profile.Line{{Function: f, Line: 1}}})
		locations = append(locations, l)
	}
	slices.Reverse(locations)
	return p.add(locations, values...)
}

func pprofBytes(t testing.TB, p *profile.Profile) []byte {
	t.Helper()
	if err := p.CheckValid(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := p.WriteUncompressed(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
