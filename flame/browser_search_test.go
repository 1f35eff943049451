package flame

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fold/flame/browsertest"
	"fold/flame/text"
)

var browserSearchTests = []browserTest{
	{"search as you type", testSearch},
	{"search for what is no regular expression", testBadSearch},
	{"search with regard to case", testSearchCase},
	{"next and previous match", testNextMatch},
	{"next match in merged stacks", testNextMerged},
	{"links of other tools", testPeersLink},
	{"highlight", testHighlight},
}

const matched = `() => probe.text(".matched")`

// found returns a test of names, as the picture is expected to make it of a term.
func found(term string) func(string) bool { return regexp.MustCompile(term).MatchString }

// search empties the search box and types a term.
func (p *tab) search(term string) {
	p.Helper()
	p.Run(`() => { const box = probe.find(".search"); box.focus(); box.select() }`)
	p.Press(kb.Delete + term)
}

// checkMatches checks that just the frames whose names are found have the colour of matches.
func (p *tab) checkMatches(found func(string) bool) {
	p.Helper()
	want := 0
	for _, f := range browsertest.Eval[[]frame](p.Tab, `() => probe.frames()`) {
		matches := f.Name != dots && f.Name != "all" && found(f.Name)
		if f.Matched != matches {
			p.Errorf("got %+v, want %v", f, matches)
		}
		if matches {
			want++
		}
	}
	p.Is(want, `() => probe.rects().filter(([fill]) => fill === "rgb(230, 0, 230)").length`)
}

func testSearch(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	for _, zoom := range [][]string{nil, {"main", "parse"}, {"main", "parse", "tree", "malloc"}, {"gc"}} {
		if zoom != nil {
			p.button("reset")
			at := slices.IndexFunc(p.frames(zoom[len(zoom)-1]), func(f frame) bool {
				return f.Depth == len(zoom) && int64(f.Total) == weightOf(under(stacks, zoom...))
			})
			p.click(p.frames(zoom[len(zoom)-1])[at])
		}
		for term, pattern := range map[string]string{
			"malloc": "malloc", "mem|sweep": "mem|sweep", "^tree$": "^tree$", "s.an": "(?i)s.an", "Scan": "Scan", `(?i)SCAN`: "(?i)scan",
			`draw\(int\)`: `draw\(int\)`, ".": ".", "^a$": "^a$", `\S+lloc`: "malloc",
		} {
			p.search(term)
			p.Until(matchedOf(stacks, found(pattern), zoom...), matched)
			p.checkMatches(found(pattern))
			p.Is("false", `() => probe.find(".search").getAttribute("aria-invalid")`)
		}
		p.search("")
		p.Until("", matched)
	}
	p.checkMatches(func(string) bool { return false })

	// Each letter counts: so does the one that was typed last, and none is waited for.
	p.button("reset")
	p.Press("/m")
	p.Until(matchedOf(stacks, found("m")), matched)
	p.Press("e")
	p.Until(matchedOf(stacks, found("me")), matched)
	p.Press("a")
	p.Until(matchedOf(stacks, found("mea")), matched)
	p.Press(kb.Backspace + kb.Backspace)
	p.Until(matchedOf(stacks, found("m")), matched)
	p.Press(kb.Escape)
	p.Is("", matched)
	p.Is("", `() => probe.find(".search").value`)
	p.Is("", `() => location.hash`)
}

func testBadSearch(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	const note = "not a regular expression, searched for as text · "
	p.search("draw(")
	p.Until(note+matchedOf(stacks, found(`draw\(`)), matched)
	p.checkMatches(found(`draw\(`))
	p.Is([]string{"true", note + matchedOf(stacks, found(`draw\(`))}, `() => [probe.find(".search").getAttribute("aria-invalid"), probe.text(".live")]`)
	p.search("[malloc")
	p.Until(note+"no match", matched)
	p.search("zebra")
	p.Until("no match", matched)
	p.Is([]any{"false", "no match", false, false}, `() => [
		probe.find(".search").getAttribute("aria-invalid"), probe.text(".live"),
		probe.shown(probe.find("[data-act=next]")), probe.shown(probe.find("[data-act=prev]")),
	]`)
	p.checkMatches(func(string) bool { return false })
}

func testSearchCase(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	const pressed = `() => probe.find("[data-act=case]").ariaPressed`
	p.search("scan")
	p.Until(matchedOf(stacks, found("(?i)scan")), matched)
	p.Is("false", pressed)
	p.Press("i", chromedp.ModifierCtrl) // from within the box
	p.Is(matchedOf(stacks, found("scan")), matched)
	p.Is("true", pressed)
	p.button("case")
	p.Is(matchedOf(stacks, found("(?i)scan")), matched)
	p.button("clear")
	p.search("Scan")
	p.Until(matchedOf(stacks, found("Scan")), matched)
	p.Is("true", pressed)
	p.button("case")
	p.Is(matchedOf(stacks, found("(?i)scan")), matched)
	p.reload()
	p.Is(matchedOf(stacks, found("(?i)scan")), matched)
}

// testNextMatch goes through the matches, of which some are too narrow to be seen without a zoom.
func testNextMatch(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{})
	p.search("^(memcpy|a)$")
	p.Until(matchedOf(stacks, found("^(memcpy|a)$")), matched)
	p.Press(kb.Escape + "/") // the first clears
	p.search("^(memcpy|a)$")
	p.Until(matchedOf(stacks, found("^(memcpy|a)$")), matched)
	paths := []string{ // callees by name
		"main;config;read;memcpy", "main;parse;lex;scan;memcpy", "main;render;draw(int);fill;memcpy",
		"main;render;draw(int);glyphs;a", "main;render;draw(int);glyphs;c;memcpy", "main;render;layout;measure;memcpy",
	}
	slices.SortStableFunc(paths, heavier(stacks))
	var order []string
	for _, path := range paths {
		order = append(order, detailsOf(stacks, strings.Split(path, ";")...))
	}
	const nth = `() => [probe.text(".nth"), probe.text(".details")]`
	p.Press(kb.Enter)
	p.Is([]string{"1 of 6", order[0]}, nth)
	p.Press(kb.Enter)
	p.Is([]string{"2 of 6", order[1]}, nth)
	p.Run(`() => probe.svg().focus()`)
	for _, step := range []struct {
		key string
		at  int
	}{{"n", 2}, {"n", 3}, {"n", 4}, {"N", 3}, {"n", 4}, {"n", 5}, {"n", 0}, {"N", 5}} {
		p.Press(step.key)
		p.Is([]string{text.GroupDigits(string(rune('1'+step.at))) + " of 6", order[step.at]}, nth)
		p.Is(order[step.at], `() => probe.text(".live")`)
		// It is wide enough to be seen, and in the window.
		p.Is(true, `() => {
			const [x, y, w, h] = probe.mark(".cursor"), top = probe.svg().getBoundingClientRect().top;
			return w >= 12 && top + y >= 0 && top + y + h <= innerHeight && x >= 10 && x + w <= 1270.01;
		}`)
		p.Is(true, `(name) => {
			const [x, y, w] = probe.mark(".cursor");
			return probe.frames().some((f) => f.matched && Math.abs(f.x - x) < 0.1 && f.y === y && Math.abs(f.width - w) < 0.1);
		}`)
	}
	p.button("next")
	p.Is([]string{"1 of 6", order[0]}, nth)
	p.button("prev")
	p.Is([]string{"6 of 6", order[5]}, nth)
}

// heavier compares stacks by what they weigh together with what they call, the heaviest first.
func heavier(stacks []stack) func(a, b string) int {
	weight := func(path string) int64 { return weightOf(under(stacks, strings.Split(path, ";")...)) }
	return func(a, b string) int { return cmp.Compare(weight(b), weight(a)) }
}

// testNextMerged goes through all matches of the leaf-merged view, also those that are too narrow to be drawn.
func testNextMerged(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), reversed(appFolded(t))
	p.open(appFolded(t), SVGOptions{})
	p.Press("r/^render$")
	p.Until(matchedOf(appStacks(t), found("^render$")), matched)
	p.Run(`() => probe.svg().focus()`)
	order := []string{ // callers by name
		"a;glyphs;draw(int);render", "b;glyphs;draw(int);render", "fill;draw(int);render", "measure;layout;render",
		"memcpy;c;glyphs;draw(int);render", "memcpy;fill;draw(int);render", "memcpy;measure;layout;render", "render", "stroke;draw(int);render",
	}
	slices.SortStableFunc(order, heavier(stacks))
	for i := range append(order, order[0]) {
		at := i % len(order)
		p.Press("n")
		want := []string{string(rune('1'+at)) + " of 9", detailsOf(stacks, strings.Split(order[at], ";")...)}
		p.Is(want, `() => [probe.text(".nth"), probe.text(".details")]`)
		p.Is(true, cursorInSight)
	}
	p.Press("rn") // each view has its own matches
	p.Is([]string{"1 of 1", detailsOf(appStacks(t), "main", "render")}, `() => [probe.text(".nth"), probe.text(".details")]`)
}

// testPeersLink: flamegraph.pl and inferno have ?s=TERM in their links.
func testPeersLink(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	url := p.putSVG("graph.svg", appFolded(t), SVGOptions{})
	p.load(url + "?s=%5Emalloc%7Csweep&x=10&y=20")
	p.Until(matchedOf(stacks, found("^malloc|sweep")), matched)
	p.checkMatches(found("^malloc|sweep"))
	p.button("clear")
	p.Is("", matched)
}

// testHighlight: what a picture is drawn to find is what the page searches for first.
func testHighlight(t *testing.T, b *browser) {
	p, stacks := b.newTab(t), appStacks(t)
	p.open(appFolded(t), SVGOptions{Highlight: regexp.MustCompile("malloc")})
	p.Is(matchedOf(stacks, found("malloc")), matched)
	p.checkMatches(found("malloc"))
	p.search("scan")
	p.Until(matchedOf(stacks, found("(?i)scan")), matched)
	p.button("clear")
	p.Is("", matched)
	p.reload()
	p.Is("", matched)
}
