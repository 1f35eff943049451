package symbolize

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
)

func TestLEB128(t *testing.T) {
	for _, test := range []struct {
		bytes    string
		unsigned uint64
		signed   int64
	}{
		{"\x02", 2, 2},
		{"\x7e", 126, -2},
		{"\xff\x00", 127, 127},
		{"\x80\x7f", 127 << 7, -128},
		{"\xe5\x8e\x26", 624485, 624485},
		{"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 1 << 63, -1 << 63},
		{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 1<<64 - 1, -1}, // longer than 64 bits
	} {
		c := cursor{b: []byte(test.bytes)}
		if got := c.uleb(); got != test.unsigned || c.bad || len(c.b) > 0 {
			t.Errorf("%x unsigned: got %d, want %d", test.bytes, got, test.unsigned)
		}
		c = cursor{b: []byte(test.bytes)}
		if got := c.sleb(); got != test.signed || c.bad || len(c.b) > 0 {
			t.Errorf("%x signed: got %d, want %d", test.bytes, got, test.signed)
		}
	}
	c := cursor{b: []byte{0x80, 0x80}}
	if c.uleb(); !c.bad {
		t.Error("a number without an end is read")
	}
}

// found returns the names at addresses, "-" where there is none.
func found(f finder, addresses ...uint64) string {
	var names []string
	for _, address := range addresses {
		name := "-"
		if i := f.find(address); i >= 0 {
			name = string(f.name(i))
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func TestTable(t *testing.T) {
	add := func(symbols ...symbol) symbolFinder {
		t := &table{}
		for _, s := range symbols {
			t.addNamed(s.start, s.end-s.start, []byte(string(rune(s.name))))
			t.symbols[len(t.symbols)-1].bind = s.bind
		}
		t.sort()
		return symbolFinder{t}
	}
	for _, test := range []struct {
		name      string
		finder    symbolFinder
		addresses []uint64
		want      string
	}{
		{"none", add(), []uint64{0, 5}, "- -"},
		{"gaps", add(symbol{start: 20, end: 30, name: 'b'}, symbol{start: 10, end: 15, name: 'a'}), []uint64{9, 10, 14, 15, 20, 29, 30}, "- a a - b b -"},
		{"inside another", add(symbol{start: 10, end: 40, name: 'a'}, symbol{start: 20, end: 25, name: 'b'}), []uint64{19, 20, 24, 25, 39, 40}, "a b b a a -"},
		{"without a size: up to the next", add(symbol{start: 10, end: 10, name: 'a'}, symbol{start: 20, end: 30, name: 'b'}), []uint64{10, 19, 20}, "a a b"},
		{"without a size: the last one ends with the next page", add(symbol{start: 10, end: 10, name: 'a'}), []uint64{10, 8191, 8192}, "a a -"},
		{"without a size, inside one with a size", add(symbol{start: 10, end: 30, name: 'a'}, symbol{start: 20, end: 20, name: 'b'}), []uint64{20, 29}, "a a"},
		{"with a size wins", add(symbol{start: 10, end: 10, name: 'a', bind: bindGlobal}, symbol{start: 10, end: 20, name: 'b'}), []uint64{10}, "b"},
		{"weak loses", add(symbol{start: 10, end: 20, name: 'a', bind: bindWeak}, symbol{start: 10, end: 20, name: 'b'}), []uint64{10}, "b"},
		{"global wins", add(symbol{start: 10, end: 20, name: 'a'}, symbol{start: 10, end: 20, name: 'b', bind: bindGlobal}), []uint64{10}, "b"},
		{"underscores lose", add(symbol{start: 10, end: 20, name: '_'}, symbol{start: 10, end: 20, name: 'b'}), []uint64{10}, "b"},
		{"else the first", add(symbol{start: 10, end: 20, name: 'a'}, symbol{start: 10, end: 20, name: 'b'}), []uint64{10}, "a"},
	} {
		if got := found(test.finder, test.addresses...); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestKallsyms(t *testing.T) {
	const text = `0000000000000000 A fixed_percpu_data
ffffffff81000000 T _stext
ffffffff81000000 T _text
ffffffff81000100 t helper
ffffffff81000200 r no_code
ffffffff81000300 T last
not a line
ffffffffc0001100 t store	[ext4]
ffffffffc0001000 t load	[ext4]
ffffffffc0005000 t probe	[kvm]
`
	kernel := func(reference string, at uint64) *kernelTable {
		s := &kernelTable{}
		if hidden, err := s.read(strings.NewReader(text), reference, at); hidden || err != nil {
			t.Fatal(hidden, err)
		}
		return s
	}
	const a = 0xffffffff81000000
	const m = 0xffffffffc0001000
	addresses := []uint64{a - 1, a, a + 0xff, a + 0x100, a + 0x2ff, a + 0x300, a + 0x1fff, a + 0x2000, m, m + 0x100, m + 0x4000}
	const want = "- _text _text helper helper last last - load store probe"
	if got := found(kernel("_text", a), addresses...); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for i := range addresses {
		addresses[i] += 0x200000
	}
	if got := found(kernel("_text", a+0x200000), addresses...); got != want {
		t.Errorf("a kernel that has moved: got  %s\nwant %s", got, want)
	}
	hidden := &kernelTable{}
	if is, err := hidden.read(strings.NewReader("0000000000000000 T _text\n0000000000000000 T last\n"), "_text", a); !is || err != nil {
		t.Errorf("addresses that are hidden: %v, %v", is, err)
	}
}

func TestPerfMap(t *testing.T) {
	const text = `1000 100 Interpreter
0x2000 80 JS:~slow /a.js:1
2000 100 JS:*fast /a.js:1
3000 100 old
3080 100 new
no line
4000 100
5000 10 name with blanks
`
	p := &perfMap{}
	if err := p.read(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	got := found(mapFinder{p}, 0xfff, 0x1000, 0x10ff, 0x2000, 0x20ff, 0x3000, 0x3080, 0x30ff, 0x317f, 0x4000, 0x5000)
	const want = "- Interpreter Interpreter JS:*fast /a.js:1 JS:*fast /a.js:1 old new new new - name with blanks"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestFindMapping(t *testing.T) {
	const maps = "00400000-00452000 r-xp 00000000 08:02 173521 /usr/bin/dbus-daemon\n7ffd3a5f2000-7ffd3a5f4000 r-xp 00000000 00:00 0                          [vdso]\n"
	if start, end := findMapping(strings.NewReader(maps), "[vdso]"); start != 0x7ffd3a5f2000 || end != 0x7ffd3a5f4000 {
		t.Errorf("got %x %x", start, end)
	}
	if start, end := findMapping(strings.NewReader(maps), "[vvar]"); start != 0 || end != 0 {
		t.Errorf("got %x %x", start, end)
	}
}

// TestXZ checks that xz is read if it needs little memory, and that a file that asks for much is refused.
func TestXZ(t *testing.T) {
	noise := make([]byte, 200_000) // which no packer makes smaller, so that it stands in the file as it is
	rand.NewChaCha8([32]byte{}).Read(noise)
	text := string(noise) + strings.Repeat("symbols of a package, which repeat themselves; ", 4000)
	for _, test := range []struct {
		name   string
		config xz.WriterConfig
		reads  bool
	}{
		{"as xz writes it", xz.WriterConfig{}, true},
		{"without a checksum", xz.WriterConfig{NoCheckSum: true}, true},
		{"with CRC-32", xz.WriterConfig{CheckSum: xz.CRC32}, true},
		{"with SHA-256", xz.WriterConfig{CheckSum: xz.SHA256}, true},
		{"with a window of 1 MiB", xz.WriterConfig{DictCap: 1 << 20}, true},
		{"with a window of 256 MiB", xz.WriterConfig{DictCap: 256 << 20}, false},
		{"in several blocks", xz.WriterConfig{BlockSize: 10000}, false},
	} {
		var packed bytes.Buffer
		w, err := test.config.NewWriter(&packed)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := unpackXZ(packed.Bytes())
		if (err == nil) != test.reads || test.reads && string(got) != text {
			t.Errorf("%s: %d bytes, %v", test.name, len(got), err)
		}
		if test.reads && !test.config.NoCheckSum {
			damaged := bytes.Replace(packed.Bytes(), noise[100_000:100_008], []byte("damaged!"), 1)
			if _, err := unpackXZ(damaged); err == nil || bytes.Equal(damaged, packed.Bytes()) {
				t.Errorf("%s, damaged: no error", test.name)
			}
		}
		for end := range min(packed.Len(), 64) {
			if _, err := unpackXZ(packed.Bytes()[:end]); err == nil {
				t.Errorf("%s, cut at %d: no error", test.name, end)
			}
		}
	}
}

func TestNoteID(t *testing.T) {
	const gnu = "\x04\x00\x00\x00\x03\x00\x00\x00\x03\x00\x00\x00GNU\x00\xab\xcd\xef\x00"
	const other = "\x04\x00\x00\x00\x05\x00\x00\x00\x01\x00\x00\x00GNU\x00\x01\x02\x03\x04\x05\x00\x00\x00"
	for _, test := range []struct{ notes, want string }{
		{gnu, "\xab\xcd\xef"},
		{other + gnu, "\xab\xcd\xef"},
		{other, ""},
		{gnu[:17], ""},
		{"\xff\xff\xff\xff\xff\xff\xff\xff\x03\x00\x00\x00GNU\x00", ""},
		{"", ""},
	} {
		if got := noteID([]byte(test.notes)); string(got) != test.want {
			t.Errorf("%q: got %x, want %x", test.notes, got, test.want)
		}
	}
}
