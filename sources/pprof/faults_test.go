package pprof

import (
	"slices"
	"testing"
)

// TestFaults reads profiles with one fault each. The errors have the words of google/pprof.
func TestFaults(t *testing.T) {
	texts := appendBytes(appendBytes(nil, 6, nil), 6, []byte("cpu"))
	good := slices.Concat(texts, appendBytes(nil, 1, []byte("\x08\x01\x10\x01")), appendBytes(nil, 5, []byte("\x08\x01\x10\x01")), appendBytes(nil, 4, []byte("\x08\x01\x22\x02\x08\x01")))
	with := func(field int, message string) []byte { return appendBytes(slices.Clone(good), field, []byte(message)) }
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"length beyond the end", append(slices.Clone(good), 0x12, 0x05, 0x0a), "too much data"},
		{"length of 2⁶⁴-1", append(slices.Clone(good), 0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01), "too much data"},
		{"number without end", append(slices.Clone(good), 0x48, 0x80), "bad varint"},
		{"number of eleven bytes", append(slices.Clone(good), 0x48, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01), "bad varint"},
		{"eight bytes too few", append(slices.Clone(good), 0x81, 0x01, 1, 2, 3, 4, 5, 6, 7), "not enough data"},
		{"four bytes too few", append(slices.Clone(good), 0x85, 0x01, 1, 2, 3), "not enough data"},
		{"group", append(slices.Clone(good), 0x83, 0x01), "unknown wire type: 3"},
		{"text as number", append(slices.Clone(good), 0x30, 0x01), "type mismatch"},
		{"number as text", with(9, "x"), "type mismatch"},
		{"id as text", with(5, "\x0a\x01x"), "type mismatch"},
		{"line as number", with(4, "\x08\x02\x20\x01"), "type mismatch"},
		{"label as number", with(2, "\x18\x01"), "type mismatch"},
		{"location of eight bytes", with(2, "\x09\x01\x00\x00\x00\x00\x00\x00\x00\x10\x01"), "type mismatch"},
		{"list cut in a number", with(2, "\x0a\x02\x01\x80\x10\x01"), "bad varint"},
		{"values cut in a number", with(2, "\x12\x01\x80"), "bad varint"},
		{"first text", appendBytes(nil, 6, []byte("cpu")), "string_table[0] must be ''"},
		{"no text", appendBytes(nil, 1, nil), "malformed profile format"},
		{"text that is not there", with(5, "\x08\x02\x10\x02"), "malformed profile format"},
		{"text below zero", with(5, "\x08\x02\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "malformed profile format"},
		{"comment that is not there", with(13, "\x01\x02"), "malformed profile format"},
		{"label that is not there", with(2, "\x10\x01\x1a\x04\x08\x01\x10\x02"), "malformed profile format"},
		{"unit that is not there", with(2, "\x10\x01\x1a\x06\x08\x01\x18\x01\x20\x02"), "malformed profile format"},
		{"no types", slices.Concat(texts, appendBytes(nil, 2, nil)), "missing sample type information"},
		{"two values", with(2, "\x10\x01\x10\x01"), "mismatch: sample has 2 values vs. 1 types"},
		{"no value", with(2, "\x08\x01"), "mismatch: sample has 0 values vs. 1 types"},
		{"location that is not there", with(2, "\x08\x02\x10\x01"), "sample has nil location"},
		{"location 0", with(2, "\x08\x00\x10\x01"), "sample has nil location"},
		{"mapping without id", with(3, "\x10\x01"), "found mapping with reserved ID=0"},
		{"function without id", with(5, "\x10\x01"), "found function with reserved ID=0"},
		{"location without id", with(4, "\x18\x01"), "found location with reserved ID=0"},
		{"function twice", with(5, "\x08\x01"), "multiple functions with same id: 1"},
		{"location twice", with(4, "\x08\x01"), "multiple locations with same id: 1"},
		{"far location twice", slices.Concat(with(4, "\x08\x80\x80\x04"), appendBytes(nil, 4, []byte("\x08\x80\x80\x04"))), "multiple locations with same id: 65536"},
		{"function that is not there", with(4, "\x08\x02\x22\x02\x08\x02"), "location id: 2 has a line with nil function"},
		{"two recordings", append(slices.Clone(good), 0x48, 0x01, 0x48, 0x01), "concatenated profiles detected"},
	} {
		t.Run(c.name, func(t *testing.T) {
			agree(t, c.name, c.data)
			if _, err := readAll(c.data); err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	agree(t, "good", good)
}

func TestSimpleName(t *testing.T) {
	for name, want := range map[string]string{
		"main":                                  "main",
		".main":                                 "main",
		"std::vector<int>::push_back(int&&)":    "std::vector<int>::push_back",
		"(anonymous namespace)::run(int)":       "(anonymous namespace)::run",
		"Less::operator()(int, int) const":      "Less::operator()",
		"operator()":                            "operator()",
		"operator(int)":                         "operator",
		"f((anonymous namespace)::T)":           "f",
		"main.(*Worker).step":                   "main.",
		"a(anonymous namespace)operator()b(c)(": "a(anonymous namespace)operator()b",
		"(anonymous namespace":                  "",
	} {
		if got := simpleName(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
