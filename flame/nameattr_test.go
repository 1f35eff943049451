package flame

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func TestReadNameAttributes(t *testing.T) {
	file := "\n" +
		"main\thref=https://example.org/a?b=c&d\ttarget=_blank\ttitle=a \"title\"\tclass=one two\n" +
		"read\tclass=x\t\thref=src/read.c#L7\r\n" +
		"read\tclass=y\n" +
		"mail\thref=MailTo:a@example.org\n" +
		"evil\thref=javascript:alert(1)\n" +
		"evil\thref=java\x01script:alert(1)\n" +
		"evil\thref= javascript:alert(1)\n" +
		"evil\thref=data:text/html,x\n" +
		"evil\thref=\xff\n" +
		"evil\thref=\n" +
		"evil\tonclick=alert(1)\tstyle=x\tid=main\n" +
		"evil\tclass=\"><script>\ttarget=a b\tnothing\n" +
		"esc\ttitle=\x1b[31m</title>"
	got, refused, err := ReadNameAttributes(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]attributes{
		"main": {href: "https://example.org/a?b=c&d", target: "_blank", title: `a "title"`, class: "one two"},
		"read": {href: "src/read.c#L7", class: "y"},
		"mail": {href: "MailTo:a@example.org"},
		"esc":  {title: "␛[31m</title>"},
	}
	if !reflect.DeepEqual(got.byName, want) {
		t.Errorf("got  %v\nwant %v", got.byName, want)
	}
	wantRefused := []Refusal{
		{6, `the link "javascript:alert(1)" is not http, https, mailto or relative`},
		{7, `the link "java\x01script:alert(1)" is not http, https, mailto or relative`},
		{8, `the link " javascript:alert(1)" is not http, https, mailto or relative`},
		{9, `the link "data:text/html,x" is not http, https, mailto or relative`},
		{10, `the link "\xff" is not http, https, mailto or relative`},
		{11, `the link "" is not http, https, mailto or relative`},
		{12, `the attribute "onclick" is none of href, target, title, class`},
		{12, `the attribute "style" is none of href, target, title, class`},
		{12, `the attribute "id" is none of href, target, title, class`},
		{13, `class "\"><script>" is not made of letters, digits, - and _`},
		{13, `target "a b" is not made of letters, digits, - and _`},
		{13, `not an attribute "name=value": "nothing"`},
	}
	if !reflect.DeepEqual(refused, wantRefused) {
		t.Errorf("got  %v\nwant %v", refused, wantRefused)
	}
}

// TestPeersNameAttributes reads inferno's own file.
func TestPeersNameAttributes(t *testing.T) {
	f, err := os.Open(filepath.Join("..", "..", "shared", "peers", "inferno", "flamegraph", "nameattr", "nameattr.txt"))
	if err != nil {
		t.Skip("the peers' files are not there")
	}
	defer f.Close()
	got, refused, err := ReadNameAttributes(f)
	if err != nil {
		t.Fatal(err)
	}
	inferno := "https://github.com/jonhoo/inferno"
	want := map[string]attributes{
		"main":  {href: inferno, target: "_blank", title: "foo", class: "inferno"},
		"cksum": {href: inferno, title: "bar", class: "flames"},
	}
	if !reflect.DeepEqual(got.byName, want) || len(refused) != 3 {
		t.Errorf("got  %v, %v\nwant %v", got.byName, refused, want)
	}
}

// layer returns the layer of frames that is drawn, in colours that a map gives.
func layer(t *testing.T, text, colors string, o SVGOptions) string {
	t.Helper()
	var err error
	if o.ColorMap, err = ReadColorMap(strings.NewReader(colors)); err != nil {
		t.Fatal(err)
	}
	pic, err := newPicture(readFolded(text), o)
	if err != nil {
		t.Fatal(err)
	}
	frames, _ := pic.fit()
	return string(frames)
}

func readAttributes(t *testing.T, text string) *NameAttributes {
	t.Helper()
	a, refused, err := ReadNameAttributes(strings.NewReader(text))
	if err != nil || len(refused) > 0 {
		t.Fatal(err, refused)
	}
	return a
}

// TestFramesApart: 220 pixels are 200 for frames, so each of two samples is 100 wide. Rows are 16 high and
// begin at 54; letters stand 11 below the top of their row and 3 behind the left edge.
func TestFramesApart(t *testing.T) {
	const (
		profile = "main_[k];read 1\nmain_[k];write 1\n"
		colors  = "->rgb(255,255,255)\nmain_[k]->rgb(0,255,0)\nread->rgb(200,200,200)\nwrite->rgb(200,200,200)\n"
	)
	tests := []struct {
		name string
		o    SVGOptions
		want string
	}{
		{
			"links",
			SVGOptions{Width: 220, Attributes: readAttributes(t, "main\thref=https://example.org/?a&b=<2>\tclass=a b\ttitle=\"x\" & <y>\nwrite\ttitle=w\n")},
			`<path fill="#c8c8c8" d="m10 54v15h100v-15"/>
<path fill="#fff" d="m10 86v15h200v-15"/>
<a class="a b" href="https://example.org/?a&amp;b=&lt;2&gt;" target="_top" rel="noopener"><title>&#34;x&#34; &amp; &lt;y&gt;</title><path fill="#0f0" d="m10 70v15h200v-15"/><text x="13" y="81">main</text>
</a>
<a><title>w</title><path fill="#c8c8c8" d="m110 54v15h100v-15"/><text x="113" y="65">write</text>
</a>
<text x="13" y="97">all</text>
<text x="13" y="65">read</text>
`,
		},
		{
			"with the annotation",
			SVGOptions{Width: 220, Attributes: readAttributes(t, "main_[k]\tclass=a\nnosuch\tclass=b\n")},
			`<path fill="#c8c8c8" d="m10 54v15h100v-15m0 0v15h100v-15"/>
<path fill="#fff" d="m10 86v15h200v-15"/>
<a class="a"><path fill="#0f0" d="m10 70v15h200v-15"/><text x="13" y="81">main</text>
</a>
<text x="13" y="97">all</text>
<text x="13" y="65">read</text>
<text x="113" y="65">write</text>
`,
		},
		{
			"titles",
			SVGOptions{Width: 220, Titles: true, Attributes: readAttributes(t, "read\ttitle=r\nwrite\tclass=c\n")},
			`<path fill="#fff" d="m10 86v15h200v-15"><title>all (2 samples, 100.00%)</title></path>
<path fill="#0f0" d="m10 70v15h200v-15"><title>main (2 samples, 100.00%)</title></path>
<a><title>r</title><path fill="#c8c8c8" d="m10 54v15h100v-15"/><text x="13" y="65">read</text>
</a>
<a class="c"><title>write (1 samples, 50.00%)</title><path fill="#c8c8c8" d="m110 54v15h100v-15"/><text x="113" y="65">write</text>
</a>
<text x="13" y="97">all</text>
<text x="13" y="81">main</text>
`,
		},
		{
			"highlight",
			SVGOptions{Width: 220, Inverted: true, Highlight: regexp.MustCompile("^(main|wr)")},
			`<g class="dim">
<path class="hit" fill="#e600e6" d="m10 70v15h200v-15m-100 16v15h100v-15"/>
<path fill="#c8c8c8" d="m10 86v15h100v-15"/>
<path fill="#fff" d="m10 54v15h200v-15"/>
<text x="13" y="65" class="q">all</text>
<text x="13" y="81">main</text>
<text x="13" y="97" class="q">read</text>
<text x="113" y="97">write</text>
</g>
`,
		},
		{
			"total",
			SVGOptions{Width: 220, Total: 4},
			`<path fill="#0f0" d="m10 70v15h100v-15"/>
<path fill="#c8c8c8" d="m10 54v15h50v-15m0 0v15h50v-15"/>
<path fill="#fff" d="m10 86v15h200v-15"/>
<text x="13" y="97">all</text>
<text x="13" y="81">main</text>
<text x="13" y="65">read</text>
<text x="63" y="65">write</text>
`,
		},
	}
	for _, tt := range tests {
		if got := layer(t, profile, colors, tt.o); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}
