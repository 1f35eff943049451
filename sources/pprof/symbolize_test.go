package pprof_test

import (
	"testing"

	"github.com/google/pprof/profile"

	"fold/sources"
	"fold/sources/input"
	"fold/sources/sourcestest"
)

// TestSymfs reads a profile without names, whose program lies below --symfs.
func TestSymfs(t *testing.T) {
	shop := &profile.Mapping{ID: 1, Start: 0x400000, Limit: 0x402000, File: "/opt/fold-demos/b/shop"}
	other := &profile.Mapping{ID: 2, Start: 0x500000, Limit: 0x501000, File: "/opt/fold-demos/b/shop", BuildID: "0102"}
	inlined := &profile.Location{ID: 1, Mapping: shop, Address: 0x4001b7}
	rejected := &profile.Location{ID: 2, Mapping: other, Address: 0x5001b7}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}},
		Mapping:    []*profile.Mapping{shop, other},
		Location:   []*profile.Location{inlined, rejected},
		Sample: []*profile.Sample{
			{Location: []*profile.Location{inlined}, Value: []int64{3}},
			{Location: []*profile.Location{rejected}, Value: []int64{4}},
		},
	}
	programs := sourcestest.Options("perfdata")
	for _, test := range []struct {
		name    string
		options sources.Options
		want    string
		notes   int
	}{
		{"nothing is opened", sources.Options{}, "[shop] 7\n", 0},
		{"all", programs, "[shop] 4\nshop::checkout;shop::twice<long unsigned int>;shop::price;shop::Cart::add 3\n", 1},
		{"without inlined calls", sources.Options{Open: programs.Open, Symfs: programs.Symfs, Inlines: input.InlinesNone}, "[shop] 4\nshop::checkout 3\n", 1},
		{"with lines", sources.Options{Open: programs.Open, Symfs: programs.Symfs, Lines: true}, "[shop] 4\nshop::checkout:8;shop::twice<long unsigned int>:7;shop::price:6;shop::Cart::add:5 3\n", 1},
	} {
		got, report := sourcestest.MustRead(t, pprofBytes(t, p), test.options)
		sourcestest.Same(t, sourcestest.ColumnText(t, got, ""), test.want)
		if len(report.Notes) != test.notes {
			t.Errorf("%s: notes %q", test.name, report.Notes)
		}
	}
}
