package pprof_test

import (
	"testing"

	"fold/sources"
	"fold/sources/sourcestest"
)

// labelledPprof has one sample for each sort of label. The weights tell which samples a filter kept.
func labelledPprof(t testing.TB) []byte {
	p := newPprof("samples/count")
	p.stack("main.go", "main", 1)
	p.stack("main.go", "main", 2).Label = map[string][]string{"user": {"ann", "bob"}}
	p.stack("main.go", "main", 4).Label = map[string][]string{"user": {"eve"}, "path": {"/a;b"}}
	p.stack("main.go", "main", 8).NumLabel = map[string][]int64{"bytes": {48}}
	sized := p.stack("main.go", "main", 16)
	sized.NumLabel = map[string][]int64{"size": {2, 3}}
	sized.NumUnit = map[string][]string{"size": {"kilobytes", "kilobytes"}}
	timed := p.stack("main.go", "main", 32)
	timed.NumLabel = map[string][]int64{"wait": {-250}}
	timed.NumUnit = map[string][]string{"wait": {"ms"}}
	p.stack("main.go", "main", 64).NumLabel = map[string][]int64{"shard": {7}}
	return pprofBytes(t, p.Profile)
}

func TestPprofTagFrames(t *testing.T) {
	data := labelledPprof(t)
	for _, c := range []struct {
		name    string
		options sources.Options
		want    string
	}{
		{
			"several values",
			sources.Options{TagRoot: []string{"user"}},
			"user=(none);main 121\nuser=ann,bob;main 2\nuser=eve;main 4\n",
		},
		{
			"first outermost",
			sources.Options{TagRoot: []string{"user", "path"}},
			"user=(none);path=(none);main 121\nuser=ann,bob;path=(none);main 2\nuser=eve;path=/a:b;main 4\n",
		},
		{
			"first outermost at the leaf",
			sources.Options{TagLeaf: []string{"user", "path"}},
			"main;user=(none);path=(none) 121\nmain;user=ann,bob;path=(none) 2\nmain;user=eve;path=/a:b 4\n",
		},
		{
			"bytes",
			sources.Options{TagRoot: []string{"bytes"}},
			"bytes=(none);main 119\nbytes=48bytes;main 8\n",
		},
		{
			"several numbers",
			sources.Options{TagRoot: []string{"size"}},
			"size=(none);main 111\nsize=2kilobytes,3kilobytes;main 16\n",
		},
		{
			"negative number",
			sources.Options{TagRoot: []string{"wait"}},
			"wait=(none);main 95\nwait=-250ms;main 32\n",
		},
		{
			"number without a unit",
			sources.Options{TagLeaf: []string{"shard"}},
			"main;shard=(none) 63\nmain;shard=7 64\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, _ := sourcestest.MustRead(t, data, c.options)
			sourcestest.Same(t, pprofColumn(t, p, ""), c.want)
		})
	}
}

func TestPprofTagFilter(t *testing.T) {
	data := labelledPprof(t)
	for _, c := range []struct {
		focus, ignore string
		want          string
	}{
		{"", "", "main 127\n"},
		{"user=ann", "", "main 2\n"},
		{"user=a|e", "", "main 6\n"},
		{"user=^nn", "", ""},
		{"user=bob,eve", "", "main 6\n"},
		{"bob", "", "main 2\n"},
		{"user:eve,path:/a", "", "main 4\n"},
		{"user:eve,path:/b", "", ""},
		{"", "user", "main 121\n"},
		{"user", "ann", "main 4\n"},
		{"bytes=48", "", "main 8\n"},
		{"bytes=48b", "", "main 8\n"},
		{"bytes=47b:49b", "", "main 8\n"},
		{"bytes=49b:", "", ""},
		{"bytes=:47b", "", ""},
		{"1kb:2kb", "", "main 16\n"},
		{"3072b", "", "main 16\n"},
		{"1gb:", "", ""},
		{"10b:", "", "main 24\n"},
		{"wait=-1s:0s", "", "main 32\n"},
		{"wait=-1b:0b", "", ""},
		{"7", "", "main 64\n"},
		{"", "5:10", "main 63\n"},
		{"size=99999999999999999tb:", "", ""},
	} {
		t.Run(c.focus+"/"+c.ignore, func(t *testing.T) {
			p, _ := sourcestest.MustRead(t, data, sources.Options{TagFocus: c.focus, TagIgnore: c.ignore})
			sourcestest.Same(t, pprofColumn(t, p, ""), c.want)
		})
	}
}
