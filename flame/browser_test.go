package flame

import (
	"slices"
	"testing"

	"fold/flame/browsertest"
)

// TestBrowser tries the picture in a Chromium: one process for all tests, a tab for each.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	runIn(t, browsertest.StartChromium(t), slices.Concat(
		browserLookTests, browserZoomTests, browserSearchTests, browserKeyTests, browserViewTests, browserPageTests,
		browserDeltaTests, browserHostileTests, browserEveryoneTests, browserRangeTests,
	))
}

// TestFirefox tries in a Firefox what browsers might do in ways of their own.
func TestFirefox(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	runIn(t, browsertest.StartFirefox(t), []browserTest{
		{"zoom by clicks", testZoom},
		{"back and forward", testHistory},
		{"link", testLink},
		{"search as you type", testSearch},
		{"search by keys", testSearchKeys},
		{"flip", testFlip},
		{"reverse", testReverse},
		{"sandwich", testSandwich},
		{"hide and undo", testHide},
		{"changes", testChanges},
		{"wheel and drag", testWheel},
		{"arrows to frames that are not drawn", testArrows},
		{"heaviest outermost match first", testMatchOrder},
		{"no pattern freezes the tab", testNoFreeze},
		{"hidden frames in the address", testHiddenLink},
		{"table of the zoom", testZoomedTable},
		{"long table", testLongTable},
	})
}

// browserTest is one of the tests of [TestBrowser].
type browserTest struct {
	name string
	run  func(t *testing.T, b *browser)
}

func runIn(t *testing.T, b *browsertest.Browser, tests []browserTest) {
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, &browser{b}) })
	}
}

// browser is a browser whose tabs show pictures.
type browser struct{ *browsertest.Browser }

// tab is a tab of the browser, in which one test looks at pictures.
type tab struct{ *browsertest.Tab }

func (b *browser) newTab(t testing.TB) *tab {
	t.Helper()
	return &tab{b.NewTab(t, probe)}
}
