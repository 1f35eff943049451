package sample

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"fold/sources/symbol"
)

func TestCutSampleSymbol(t *testing.T) {
	for _, test := range []struct {
		text, symbol string
		cropped      bool
	}{
		{"start  (in dyld) + 6076  [0x18f3b0274]", "start  (in dyld)", false},
		{"solve  (in a) + 140,152,...  [0x1022b6f2c,0x1022b6f38,...]", "solve  (in a)", false},
		{"main  (in Meadow Helper (GPU)) + 480  [0x10f2071e0]", "main  (in Meadow Helper (GPU))", false},
		{"???  (in q)  load address 0x10a3c0000 + 0x1e4c1  [0x10a3de4c1]", "???  (in q)", false},
		{"???  (in <unknown binary>)  [0x344e22461a84]", "???  (in <unknown binary>)", false},
		{"Blend(int (*)(float))  (in K) + 44  [0x104c0812c]  Blend (1).cpp:31", "Blend(int (*)(float))  (in K)", false},
		{"Canvas.redraw(in:)  (in K) + 20  [0x104c1e014]  /<compiler-generated>:0", "Canvas.redraw(in:)  (in K)", false},
		{"f  (in a)", "f  (in a)", false},
		{"f  (in a) <- here", "f  (in a)", false},
		{"f (in a) + 4", "f (in a)", false},
		{"f (in a) here", "f (in a) here", false},
		{"f  (in a", "f", true},
		{"f + 61", "f", false},
		{"f  [0x10384b549]", "f", false},
		{"f[abi:x1] + 61  [0x10384b549]", "f[abi:x1]", false},
		{"-[NSRunLoop(NSRunLoop) runMode:beforeDate:]", "-[NSRunLoop(NSRunLoop) runMode:beforeDate:]", false},
		{"operator+ 61", "operator+ 61", false},
		{"0x0", "0x0", false},
		{"[0x1]", "[0x1]", false},
		{"0x7fff6b2f13d5]", "0x7fff6b2f13d5]", false},
	} {
		symbol, cropped := cutSampleSymbol([]byte(test.text))
		if string(symbol) != test.symbol || cropped != test.cropped {
			t.Errorf("%q: got %q, %v, want %q, %v", test.text, symbol, cropped, test.symbol, test.cropped)
		}
	}
}

// TestUsualModuleEnd checks that the short cut for common lines finds what the rules for all lines find.
func TestUsualModuleEnd(t *testing.T) {
	files, err := filepath.Glob("../../testdata/sample/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	taken := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			text := cutSampleLine(bytes.TrimSpace(line)).text
			for cut := range text { // every beginning of the line, too
				end := usualModuleEnd(text[:cut+1])
				if end == 0 {
					continue
				}
				taken++
				if at := lastMarker(text[:cut+1], 2); at < 0 || moduleEnd(text[:cut+1], at) != end {
					t.Errorf("%s: %q ends at %d", file, text[:cut+1], end)
				}
			}
		}
	}
	if taken < 100 {
		t.Errorf("only %d lines are usual", taken)
	}
}

func TestIsParked(t *testing.T) {
	for _, test := range []struct {
		name, module string
		want         bool
	}{
		{"__psynch_cvwait", "libsystem_kernel", true},
		{"kevent", "", true},
		{"__select_nocancel", "libsystem_kernel", true},
		{"kevent", "otter", false},
		{"kevent_nocancel", "libsystem_kernel", false},
		{"my_kevent", "", false},
		{"__psynch_mutexwait", "libsystem_kernel", false},
		{"read", "libsystem_kernel", false},
	} {
		if got := symbol.Parks(test.module, test.name); got != test.want {
			t.Errorf("%+v: got %v", test, got)
		}
	}
}
