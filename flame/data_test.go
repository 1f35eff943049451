package flame

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"encoding/xml"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"fold/collapse"
)

// decoded is what docs/flamegraph.md says that the data layer of a file holds.
type decoded struct {
	head   dataHeader
	names  []string
	looks  []uint64
	stacks map[string]int64 // self weights, by the names from the root with ";" between them
	others map[string]int64 // those of the other profile, in a picture of changes
	depth  int              // of the deepest frame
	size   int              // of the data layer in the file
}

// dataReader reads the numbers and texts of an inflated data layer.
type dataReader struct {
	t *testing.T
	*bytes.Reader
}

func (r dataReader) number() uint64 {
	v, err := binary.ReadUvarint(r)
	if err != nil {
		r.t.Fatal(err)
	}
	return v
}

func (r dataReader) text() string {
	text := make([]byte, r.number())
	if _, err := io.ReadFull(r, text); err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

func (r dataReader) column(n int) []uint64 {
	column := make([]uint64, n)
	for i := range column {
		column[i] = r.number()
	}
	return column
}

// decodeData reads the data layer of an SVG file.
func decodeData(t *testing.T, svg []byte) (d decoded) {
	t.Helper()
	data := inflatedData(t, svg)
	start, end := bytes.Index(svg, []byte(`<metadata class="d">`)), bytes.Index(svg, []byte("</metadata>"))
	d.size = end - start
	r := dataReader{t, bytes.NewReader(data)}
	if err := json.Unmarshal([]byte(r.text()), &d.head); err != nil {
		t.Fatal(err)
	}
	d.readNames(r)
	d.readTree(r)
	if r.Len() > 0 {
		t.Errorf("%d bytes are left", r.Len())
	}
	return d
}

// inflatedData returns the numbers and texts of the data layer of an SVG file.
func inflatedData(t *testing.T, svg []byte) []byte {
	t.Helper()
	var file struct {
		Metadata []struct {
			Class  string   `xml:"class,attr"`
			Chunks []string `xml:"d"`
		} `xml:"metadata"`
	}
	if err := xml.Unmarshal(svg, &file); err != nil {
		t.Fatal(err)
	}
	packed, err := base64.StdEncoding.DecodeString(strings.Join(file.Metadata[0].Chunks, ""))
	if err != nil {
		t.Fatal(err)
	}
	for _, chunk := range file.Metadata[0].Chunks {
		if len(chunk) > 1<<20 {
			t.Errorf("a chunk of %d bytes", len(chunk))
		}
	}
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func (d *decoded) readNames(r dataReader) {
	prefixes := r.column(d.head.Names)
	suffixes := strings.Split(r.text(), "\n")
	before := []uint16(nil)
	for i, prefix := range prefixes {
		before = append(slices.Clip(before[:prefix]), utf16.Encode([]rune(suffixes[i]))...)
		d.names = append(d.names, string(utf16.Decode(before)))
	}
	d.looks = r.column(d.head.Names)
}

func (d *decoded) readTree(r dataReader) {
	ups, names, selfs := r.column(d.head.Frames-1), r.column(d.head.Frames-1), r.column(d.head.Frames)
	changes := make([]int64, d.head.Frames)
	if d.head.Diff != nil {
		for i, v := range r.column(d.head.Frames) {
			changes[i] = int64(v>>1) ^ -int64(v&1) // every second number is negative: 0, -1, 1, -2, …
		}
	}
	d.stacks, d.others = map[string]int64{}, map[string]int64{}
	var path []string
	for i := range selfs {
		if i > 0 {
			path = append(path[:len(path)-int(ups[i-1])], d.names[names[i-1]])
		}
		d.depth = max(d.depth, len(path))
		add(d.stacks, path, int64(selfs[i]))
		add(d.others, path, int64(selfs[i])+changes[i])
	}
}

func add(stacks map[string]int64, path []string, self int64) {
	if self > 0 {
		stacks[strings.Join(path, ";")] += self
	}
}

// stacksOf returns what the data layer of a profile must hold.
func stacksOf(p *collapse.Profile) map[string]int64 { return columnOf(p, 0) }

func columnOf(p *collapse.Profile, metric int) map[string]int64 {
	stacks := map[string]int64{}
	for n := range p.Len() {
		self := p.Self(metric, collapse.NodeID(n))
		if self <= 0 {
			continue
		}
		var path []string
		for at := collapse.NodeID(n); at != collapse.Root; at = p.Parent(at) {
			path = append(path, shownText(p.Frame(p.FrameOf(at)), p.Modules))
		}
		slices.Reverse(path)
		stacks[strings.Join(path, ";")] += self
	}
	return stacks
}

func writeSVG(t *testing.T, p *collapse.Profile, o SVGOptions) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := WriteSVG(&out, p, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestDataHoldsEveryStack reads the data layer back.
func TestDataHoldsEveryStack(t *testing.T) {
	check := func(name string, p *collapse.Profile, o SVGOptions) {
		d := decodeData(t, writeSVG(t, p, o))
		if want := stacksOf(p); !maps.Equal(d.stacks, want) {
			t.Errorf("%s: %d stacks, want %d", name, len(d.stacks), len(want))
		}
		if !slices.IsSorted(d.names) || len(slices.Compact(slices.Clone(d.names))) < len(d.names) {
			t.Errorf("%s: names are not in order", name)
		}
	}
	for name, text := range hostile {
		check(name, readFolded(text), SVGOptions{})
	}
	for _, o := range []SVGOptions{{}, {Order: OrderWidth, Colors: "classic"}, {Order: OrderInput}} {
		check("random", randomProfile(7), o)
	}
}

// TestDataHeader compares what the script is told.
func TestDataHeader(t *testing.T) {
	b := collapse.NewBuilder()
	cpu := b.Metric(collapse.Metric{Name: "cpu", Unit: "milliseconds", Scale: 1})
	thread := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "worker", Kind: collapse.KindThread}))
	b.Add(b.Call(thread, b.Frame(collapse.Frame{Name: "run"})), cpu, 25)
	b.Add(thread, cpu, 7)
	timed := b.Profile()
	tests := []struct {
		p     *collapse.Profile
		o     SVGOptions
		want  dataHeader
		names []string
		looks []uint64
	}{
		// Each name has a colour of its own, behind that of the root; the worker is a thread.
		{timed, SVGOptions{Colors: "classic", Inverted: true, Truncate: TruncateLeft}, dataHeader{
			Version: 1, Frames: 3, Names: 2, Scale: 1, Noun: "cpu", Unit: "nanoseconds", Per: 1e6, Order: "name", Inverted: true,
			Row: 16, Size: 12, Min: 0.5, Truncate: "left",
		}, []string{"run", "worker"}, []uint64{2, 5}},
		{readFolded("b;a 1\nb 2\n"), SVGOptions{Colors: "classic", Order: OrderWidth, CountName: "ticks", Height: 20, FontSize: 11, MinWidth: 1}, dataHeader{
			Version: 1, Frames: 3, Names: 2, Noun: "ticks", Order: "name", Show: "width", Row: 20, Size: 11, Min: 1, Truncate: "auto",
		}, []string{"a", "b"}, []uint64{2, 4}},
		{readFolded("b;a 1\nc 2\n"), SVGOptions{Colors: "classic", Order: OrderInput, Truncate: TruncateNone}, dataHeader{
			Version: 1, Frames: 4, Names: 3, Noun: "samples", Order: "input", Row: 16, Size: 12, Min: 0.5, Truncate: "none",
		}, []string{"a", "b", "c"}, []uint64{2, 4, 6}},
	}
	for _, tt := range tests {
		d := decodeData(t, writeSVG(t, tt.p, tt.o))
		d.head.Colors, d.head.White = nil, nil
		if !reflect.DeepEqual(d.head, tt.want) || !reflect.DeepEqual(d.names, tt.names) || !reflect.DeepEqual(d.looks, tt.looks) {
			t.Errorf("got  %+v %q %d\nwant %+v %q %d", d.head, d.names, d.looks, tt.want, tt.names, tt.looks)
		}
	}
}

// TestDataColors: each frame has the colour in the data layer that it has in the picture, also where a
// highlight paints over it; and the style sheet has each class.
func TestDataColors(t *testing.T) {
	p := readFolded("main_[j];work_[k] 60\nmain_[j];-;idle 40\n")
	svg := writeSVG(t, p, SVGOptions{Colors: "kind", Highlight: regexp.MustCompile("^work$")})
	d := decodeData(t, svg)
	colors := map[string]string{}
	for i, name := range d.names {
		colors[name] = d.head.Colors[d.looks[i]>>1]
	}
	pic, err := newPicture(p, SVGOptions{Colors: "kind"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"-": "sep"}
	for f, text := range pic.names.texts {
		if text != "-" {
			want[text] = pic.className(pic.hues[f])
		}
	}
	if !maps.Equal(colors, want) || d.head.Colors[0] != pic.className(pic.rootHue) {
		t.Errorf("got %v and %s, want %v", colors, d.head.Colors[0], want)
	}
	styled := map[string]bool{}
	for _, m := range regexp.MustCompile(`\.fold-kind \.(\w+)\{fill:#`).FindAllSubmatch(svg, -1) {
		styled[string(m[1])] = true
	}
	for _, color := range d.head.Colors {
		if class, _, _ := strings.Cut(color, "#"); class != "" && !styled[class] {
			t.Errorf("no colour for the class %s", class)
		}
	}
}

// TestPrunedData: the data layer has the names of what is drawn and no others, and weighs as much.
func TestPrunedData(t *testing.T) {
	// A pixel of 1,180 is 1/1180 of the total: the secrets are a quarter and half of a pixel wide.
	p := readFolded("main;a 8000\nmain;b;secret1;secret2 2\nmain;b;secret3 4\nmain;b;c 3000\nmain;b;secret4 6\nmain 788\n")
	svg := writeSVG(t, p, SVGOptions{PruneData: true, MinWidth: 1})
	d := decodeData(t, svg)
	want := map[string]int64{
		"main;a": 8000, "main;b;c": 3000, "main": 788,
		"main;b;…": 4 + 6, "main;b;…;…": 2, // the secrets stand side by side
	}
	if !maps.Equal(d.stacks, want) {
		t.Errorf("got  %v\nwant %v", d.stacks, want)
	}
	if d.head.Left != 4 || d.head.Names != 5 || d.head.Rest != 4 {
		t.Errorf("got %+v", d.head)
	}
	if n := bytes.Count(svg, []byte("secret")); n > 0 {
		t.Errorf("names that are not drawn are %d times in the file", n)
	}
}

// TestDataBeyondFloats: weights that a browser cannot hold are exact in the file.
func TestDataBeyondFloats(t *testing.T) {
	d := decodeData(t, writeSVG(t, readFolded("a 9007199254740993\nb 240000000000000001\n"), SVGOptions{}))
	if want := map[string]int64{"a": 1<<53 + 1, "b": 240000000000000001}; !maps.Equal(d.stacks, want) {
		t.Errorf("got %v, want %v", d.stacks, want)
	}
}

// TestDataDepth: a stack of 20,000 frames is not walked by calling itself.
func TestDataDepth(t *testing.T) {
	pic, err := newPicture(readFolded(hostile["deep"]), SVGOptions{})
	if err != nil {
		t.Fatal(err)
	}
	pic.fit()
	c, left := pic.dataTree(pic.dataNames())
	// The root, f 20,000 times, g, and g once more: for the last one it is 20,000 levels up, in three bytes.
	if c.frames != 20_003 || left != 0 || len(c.up) != 20_001+3 {
		t.Errorf("%d frames, %d left out, %d bytes", c.frames, left, len(c.up))
	}
}

// TestDataSize keeps the limits of the size of the data layer for each frame.
func TestDataSize(t *testing.T) {
	tests := []struct {
		name  string
		p     *collapse.Profile
		limit float64
	}{
		{"random", manyStacks(12_000), 4},
		{"example of perf", peersExample(t), 9},
	}
	for _, tt := range tests {
		if tt.p == nil {
			continue
		}
		d := decodeData(t, writeSVG(t, tt.p, SVGOptions{}))
		if perFrame := float64(d.size) / float64(d.head.Frames); perFrame > tt.limit {
			t.Errorf("%s: %.2f bytes for each of %d", tt.name, perFrame, d.head.Frames)
		}
	}
}

// manyStacks returns a profile of 50,000 frames and more, which are harder to deflate than those of a real
// program: what calls what follows no pattern but that each function calls eight others.
func manyStacks(stacks int) *collapse.Profile {
	r := rand.New(rand.NewPCG(3, 1))
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	for range stacks {
		n, function := collapse.Root, 0
		for range 4 + r.IntN(20) {
			function = (function*8 + 1 + r.IntN(8)) % 3001
			n = b.Call(n, b.Frame(collapse.Frame{Name: "package.Function" + strconv.Itoa(function)}))
		}
		b.Add(n, samples, int64(1+r.ExpFloat64()*20))
	}
	return b.Profile()
}

// peersExample returns the profile that the peers draw on their front pages, or nil where it is missing.
func peersExample(t *testing.T) *collapse.Profile {
	t.Helper()
	folded, err := os.ReadFile("../../shared/peers/inferno/collapse-perf/results/example-perf-stacks-collapsed.txt")
	if err != nil {
		return nil
	}
	return readFolded(string(folded))
}
