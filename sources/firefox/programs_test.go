package firefox_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"fold/sources/firefox"
	"fold/sources/input"
	"fold/sources/sourcestest"
)

// unsymbolicated is a profile as samply saves it without --presymbolicate: two samples, one in a function of a program,
// 0x1b7 bytes from where it was loaded, and one in a library that is not there. What is called there was found with
// addr2line -ifCe shop 0x4001b7.
const unsymbolicated = `{"meta":{"interval":1,"processType":0,"stackwalk":1,"version":24,"preprocessedProfileVersion":70,"symbolicated":false},
"libs":[{"name":"shop","path":"/opt/fold-demos/b/shop","debugName":"shop","debugPath":"/opt/fold-demos/b/shop","breakpadId":%q,"codeId":%s},
{"name":"libgone.so","path":"/opt/libgone.so","debugName":"libgone.so","breakpadId":"E54D3AF274383256B9F6144F83F3F7510","codeId":null}],
"shared":{"funcTable":{"name":[0,1,2],"isJS":[false,false,false],"resource":[-1,-1,-1],"fileName":[null,null,null],"lineNumber":[null,null,null],"length":3},
"frameTable":{"func":[0,1,2],"address":[576,439,64],"line":[null,null,null],"length":3,"lib":[0,0,1]},
"stackTable":{"frame":[0,1,2],"prefixOffset":[0,1,2],"length":3},"stringArray":["0x240","0x1b7","0x40"]},
"threads":[{"processName":"shop","name":"shop","pid":"7","tid":"7","samples":{"stack":[1,2],"length":2,"weightType":"samples","time":[0,1]}}]}`

const (
	shopCodeID     = `"4f1232bcd0e6f7e223a51f15cbd2eba8e5d34cf9"` // readelf -n shop
	shopBreakpadID = "BC32124FE6D0E2F723A51F15CBD2EBA80"          // the same, cut and turned round
	otherCodeID    = `"4f1232bcd0e6f7e223a51f15cbd2eba8e5d34cfa"` // of another build
	inlined        = "shop;entry;shop::checkout;shop::twice<long unsigned int>;shop::price;shop::Cart::add 1\n"
	gone           = "shop;%s;[libgone.so] 1\n"
	withoutSymbols = "%d of 2 samples have frames without symbols: record with samply record --presymbolicate (0.13: " +
		"--unstable-presymbolicate), save the profile from the Firefox Profiler, or add --symfs / where its Linux programs are"
	libgone = "1 file without names: /opt/libgone.so: its file was not found"
)

// TestPrograms looks functions up in a program, as --symfs does.
func TestPrograms(t *testing.T) {
	symfs := filepath.Join(sourcestest.Testdata(), "perfdata/symfs")
	for _, test := range []struct {
		name, breakpadID, codeID string
		o                        input.Options
		want                     string
		notes                    []string
	}{
		{
			"by the build id", "", shopCodeID,
			input.Options{Symfs: symfs},
			fmt.Sprintf(gone, "entry") + inlined,
			[]string{fmt.Sprintf(withoutSymbols, 1), libgone},
		},
		{
			"by the debug id", shopBreakpadID, "null",
			input.Options{Symfs: symfs, Inlines: input.InlinesNone},
			fmt.Sprintf(gone, "entry") + "shop;entry;shop::checkout 1\n",
			[]string{fmt.Sprintf(withoutSymbols, 1), libgone},
		},
		{
			"lines", "", shopCodeID,
			input.Options{Symfs: symfs, Lines: true},
			fmt.Sprintf(gone, "entry:10") + "shop;entry:10;shop::checkout:8;shop::twice<long unsigned int>:7;shop::price:6;shop::Cart::add:5 1\n",
			[]string{fmt.Sprintf(withoutSymbols, 1), libgone},
		},
		{
			"another build", "", otherCodeID,
			input.Options{Symfs: symfs},
			fmt.Sprintf(gone, "[shop]") + "shop;[shop];[shop] 1\n",
			[]string{fmt.Sprintf(withoutSymbols, 2), "1 file without names: /opt/fold-demos/b/shop: " + symfs + "/opt/fold-demos/b/shop is another build: the recording has build id 4f1232bcd0e6…", libgone},
		},
		{
			"no directory", "", shopCodeID,
			input.Options{},
			fmt.Sprintf(gone, "[shop]") + "shop;[shop];[shop] 1\n",
			[]string{fmt.Sprintf(withoutSymbols, 2)},
		},
	} {
		test.o.Open = sourcestest.OpenProgram
		text := fmt.Sprintf(unsymbolicated, test.breakpadID, test.codeID)
		p, report, err := input.Read(strings.NewReader(text), firefox.Format, test.o)
		if err != nil {
			t.Fatal(err)
		}
		if got := sourcestest.ColumnText(t, p, ""); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.name, got, test.want)
		}
		if got, want := strings.Join(report.Notes, "\n"), strings.Join(test.notes, "\n"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, want)
		}
	}
}
