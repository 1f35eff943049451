package flame

import (
	"math"
	"testing"
)

// TestContrast holds every colour that a frame can have, on light pages and on dark ones, against its
// label; WCAG 2 asks for 4.5 with text of this size. A frame must also stand out from a dark page.
func TestContrast(t *testing.T) {
	check := func(what string, c, against rgb, least float64) {
		if got := contrast(c, against); got < least {
			t.Errorf("%s: %v against %v has a contrast of %.2f, less than %v", what, c, against, got, least)
		}
	}
	for _, p := range palettes() {
		for _, g := range p.groups {
			for _, c := range g.colors {
				check(p.name, c, c.ink(), 4.5)
				check(p.name+", dark", c.dimmed(), c.ink(), 4.5)
				check(p.name+", dark page", c.dimmed(), darkPage.to, 3.2)
				if c.ink() != black {
					t.Errorf("%s: %v takes white text, which is not dark on a dark page", p.name, c)
				}
				if l := c.dimmed().luminance(); l > brightest+0.01 {
					t.Errorf("%s: %v has a luminance of %.2f on a dark page", p.name, c.dimmed(), l)
				}
			}
		}
	}
	for r := 205; r < 256; r += 5 {
		for g := range 231 {
			c := rgb{uint8(r), uint8(g), uint8(g % 56)}
			check("classic", c, c.ink(), 4.5)
		}
	}
	for _, c := range []rgb{sliverFill, sliverFillDark, separatorHue.fill, separatorHue.fill.dimmed()} {
		check("grey", c, black, 4.5)
	}
	for _, tint := range tints {
		check(tint.name, tint.from, tint.to.ink(), 4.5)
		check(tint.name, tint.to, tint.to.ink(), 4.5)
	}
	check("dark page", darkPage.to, rgb{0xdd, 0xdd, 0xdd}, 4.5)
}

// TestLuminance has values that WCAG and sRGB define.
func TestLuminance(t *testing.T) {
	for c, want := range map[rgb]float64{
		black: 0, white: 1, {255, 0, 0}: 0.2126, {0, 255, 0}: 0.7152, {0, 0, 255}: 0.0722, {128, 128, 128}: 0.21586,
	} {
		if got := c.luminance(); math.Abs(got-want) > 1e-4 {
			t.Errorf("%v: got %v, want %v", c, got, want)
		}
	}
	if got := contrast(black, white); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white: got %v", got)
	}
}

// TestHot: the range that users know, with green from 90 on.
func TestHot(t *testing.T) {
	colors := hotColors()
	if len(colors) != 32 {
		t.Errorf("%d colours", len(colors))
	}
	seen := map[rgb]bool{}
	for _, c := range colors {
		if c.r < 205 || c.g < 90 || c.g > 230 || c.b > 55 || seen[c] {
			t.Errorf("%v", c)
		}
		seen[c] = true
	}
}

// TestFNV1a has the values that the authors of the hash publish.
func TestFNV1a(t *testing.T) {
	for text, want := range map[string]uint32{"": 0x811c9dc5, "a": 0xe40c292c, "foobar": 0xbf9cf968} {
		if got := fnv1a(text); got != want {
			t.Errorf("%q: got %#x, want %#x", text, got, want)
		}
	}
}

// TestClassicHot: "m" is byte 109, "a" 97, "i" 105 and "n" 110. Forwards the digits are 9 of 9, 9 of 10
// and 9 of 11, so the hash is 1 - (1 + 0.9*0.7 + 9/11*0.49) / (1+1+0.7+0.49) = 0.3633; backwards, n i a,
// they are 0 of 9, 6 of 10 and 1 of 11: 1 - (0 + 0.6*0.7 + 1/11*0.49) / 3.19 = 0.8544. A module is left
// out in both directions, so of "app`main" it is "ppa" that counts backwards: 2 of 9, 2 of 10 and 1 of 11,
// 1 - (2/9 + 0.2*0.7 + 1/11*0.49) / 3.19 = 0.8725.
func TestClassicHot(t *testing.T) {
	for text, want := range map[string]rgb{
		"main":     {205 + 42, 83, 46},
		"":         {255, 230, 55},
		"app`main": {205 + 43, 83, 47},
	} {
		if got := classicHot(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func TestHueOfFunction(t *testing.T) {
	for _, p := range palettes() {
		if p.exact != nil || p.name == "pkg" {
			continue
		}
		if p.hue("libc`malloc", look{}) != p.hue("malloc", look{}) {
			t.Errorf("%s: a module changes the colour", p.name)
		}
		if got := p.hue("--", look{}); got != separatorHue {
			t.Errorf("%s: %v separates", p.name, got)
		}
	}
}
