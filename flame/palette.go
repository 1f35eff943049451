package flame

import (
	"fmt"
	"slices"
	"strings"
)

// palette says which colour a frame has. Its colours are numbered through, group after group; a number
// means the same colour in every picture with the palette.
type palette struct {
	name   string
	tint   string // of the page, a key of tints
	groups []group

	// sort returns the number of the group that a frame is in. Nil: there is only one.
	sort func(text string, l look) int
	// key returns what the frames that are to have the same colour have in common. Nil: their function.
	key func(text string, l look) string
	// exact returns the colour of a frame where the palette is no table: no groups then, and the same
	// colours on dark pages. The name still has its annotation.
	exact func(name string) rgb
	// byWeight says that the colours of the only group are for shares of the whole, see diffusion.go.
	byWeight bool
}

// group is a set of colours among which the hash of a frame's key chooses.
type group struct {
	title  string // what the colours mean, for the legend; empty where they mean nothing
	colors []rgb
}

// hue is the colour of a frame, its number in the palette and the number of its group, or -1.
type hue struct {
	number int
	fill   rgb
	group  int
}

// exactNumber is the least number of a colour that a palette without a table gives: exactNumber plus
// 0xrrggbb.
const exactNumber = 1 << 24

// separatorHue is the colour of the frames "-" and "--", which separate a thread's stack from that of
// its waker, or the kernel's from the user's.
var separatorHue = hue{number: -1, fill: rgb{0xb8, 0xb8, 0xb8}, group: -1}

func (p palette) hue(text string, l look) hue {
	if p.exact != nil {
		return exactHue(p.exact(l.raw))
	}
	if isSeparator(text) {
		return separatorHue
	}
	chosen, key := 0, functionOf(text)
	if p.sort != nil {
		chosen = p.sort(text, l)
	}
	if p.key != nil {
		key = p.key(text, l)
	}
	colors := p.groups[chosen].colors
	bucket := int(fnv1a(key) % uint32(len(colors)))
	number := bucket
	for _, g := range p.groups[:chosen] {
		number += len(g.colors)
	}
	return hue{number, colors[bucket], chosen}
}

func isSeparator(text string) bool { return text == "-" || text == "--" }

// exactHue returns the hue of a colour that is in no table.
func exactHue(c rgb) hue {
	return hue{number: exactNumber + int(c.r)<<16 + int(c.g)<<8 + int(c.b), fill: c, group: -1}
}

// setHues gives each frame and the root their colours.
func (pic *picture) setHues() {
	pic.hues = make([]hue, len(pic.names.texts))
	for f, text := range pic.names.texts {
		l := pic.names.looks[f]
		pic.hues[f] = pic.ColorMap.hue(l.raw, text, pic.palette.hue(text, l))
	}
	root := pic.palette.hue(rootName, look{})
	if pic.palette.sort != nil {
		root = separatorHue // it is no code of any sort
	}
	pic.rootHue = pic.ColorMap.hue("", rootName, root)
	if pic.palette.byWeight {
		pic.setDiffusion()
	}
}

// searchFill is the colour of what a search finds, unless another one is asked for.
var searchFill = rgb{230, 0, 230}

// hitNumber is the number of the colour of frames that are highlighted.
const hitNumber = -3

// setHits finds the frames that are to be highlighted.
func (pic *picture) setHits() {
	if pic.Highlight == nil {
		return
	}
	pic.hits = make([]bool, len(pic.hues))
	for f, text := range pic.names.texts {
		pic.hits[f] = pic.Highlight.MatchString(text)
	}
}

// functionOf returns a frame's text without its module, so that a function has its colour with modules
// and without.
func functionOf(text string) string {
	if module, function, found := strings.Cut(text, "`"); found && module != "" && function != "" {
		return function
	}
	return text
}

// PaletteNames returns the names that SVGOptions.Colors may have, the default first.
func PaletteNames() []string {
	var all []string
	for _, p := range palettes() {
		all = append(all, p.name)
	}
	return all
}

// paletteNamed returns the palette with a name; "" is the default.
func paletteNamed(name string) (palette, error) {
	for _, p := range palettes() {
		if p.name == name || name == "" {
			return p, nil
		}
	}
	return palette{}, fmt.Errorf("no palette %q: choose one of %s", name, strings.Join(PaletteNames(), ", "))
}

// The ramps of one hue, in the ranges that users of flamegraph.pl know. Their darkest colours are lifted
// to a contrast of 4.5 with black text.
var (
	redRamp    = ramp(16, rgb{200, 80, 80}, rgb{255, 150, 150})
	greenRamp  = ramp(16, rgb{50, 200, 50}, rgb{110, 255, 110})
	blueRamp   = ramp(16, rgb{112, 112, 205}, rgb{170, 170, 255})
	yellowRamp = ramp(16, rgb{175, 175, 50}, rgb{230, 230, 70})
	purpleRamp = ramp(16, rgb{190, 80, 190}, rgb{255, 140, 255})
	aquaRamp   = ramp(16, rgb{50, 165, 165}, rgb{110, 220, 220})
	orangeRamp = ramp(16, rgb{190, 92, 0}, rgb{255, 160, 0})
	greyRamp   = ramp(4, rgb{190, 190, 190}, rgb{216, 216, 216})
)

// palettes returns all palettes, the default first.
func palettes() []palette {
	return []palette{
		single("hot", "yellow", hotColors()),
		single("mem", "green", ramp(32, rgb{0, 240, 210}, rgb{0, 190, 0})),
		single("io", "blue", ramp(32, rgb{110, 110, 200}, rgb{170, 170, 255})),
		single("wakeup", "blue", aquaRamp),
		chainPalette, javaPalette, jsPalette, perlPalette, rustPalette, pythonPalette, goPalette,
		single("red", "grey", redRamp),
		single("green", "grey", greenRamp),
		single("blue", "grey", blueRamp),
		single("aqua", "grey", aquaRamp),
		single("yellow", "grey", yellowRamp),
		single("purple", "grey", purpleRamp),
		single("orange", "grey", orangeRamp),
		pkgPalette, kindPalette,
		single("cvd", "grey", cvdColors),
		diffusionPalette,
		{name: "classic", tint: "yellow", exact: classicHot},
	}
}

func single(name, tint string, colors []rgb) palette {
	return palette{name: name, tint: tint, groups: []group{{colors: colors}}}
}

// hotColors are the reds, oranges and yellows that flamegraphs are known by: red from 205 to 255, green
// from 90 to 230 and blue up to 55. Green decides what a colour looks like, so it takes even steps; red
// and blue go through theirs in another order; red stays above green, or yellow would turn to lime.
func hotColors() []rgb {
	const n = 32
	colors := make([]rgb, n)
	for i := range colors {
		green := 90 + 140*i/(n-1)
		red := max(205+50*(i*13%n)/(n-1), green+20)
		colors[i] = rgb{uint8(red), uint8(green), uint8(55 * (i * 19 % n) / (n - 1))}
	}
	return colors
}

// cvdColors run from teal to yellow and differ in lightness as well as in hue, so that they stay apart for
// people with any kind of colour vision. They are the upper part of the scale viridis.
var cvdColors = []rgb{
	{33, 145, 140},
	{31, 154, 138},
	{34, 163, 132},
	{46, 172, 126},
	{62, 181, 117},
	{83, 189, 106},
	{106, 197, 93},
	{131, 204, 77},
	{157, 210, 60},
	{184, 216, 42},
	{210, 220, 30},
	{234, 223, 32},
	{253, 231, 37},
}

// classicHot returns the colour that flamegraph.pl gives to a frame with "--hash", so that one can compare
// pictures old and new. Blue and red follow a hash of the name read backwards, green one of the name. The
// name of the root is empty.
func classicHot(text string) rgb {
	switch text {
	case "-":
		return rgb{200, 200, 200}
	case "--":
		return rgb{160, 160, 160}
	}
	backwards := []byte(text)
	slices.Reverse(backwards)
	head, tail := classicHash(text), classicHash(string(backwards))
	return rgb{
		r: uint8(205 + int(50*tail)),
		g: uint8(int(230 * head)),
		b: uint8(int(55 * tail)),
	}
}

// classicHash weighs the first three bytes after a module, "module`", which has one byte at least: each
// counts 0.7 times as much as the one before, as a digit to the bases 10, 11 and 12. An empty text has 1,
// others less.
func classicHash(text string) float64 {
	if at := strings.IndexByte(text[min(1, len(text)):], '`'); at >= 0 {
		text = text[at+2:]
	}
	sum, weight, most := 0.0, 1.0, 1.0
	for i := range min(3, len(text)) {
		base := 10 + i
		sum += float64(int(text[i])%base) / float64(base-1) * weight
		most += weight
		weight *= 0.7
	}
	return 1 - sum/most
}
