package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"fold/flame"
)

const svgText = `The picture shows callers below what they call, each frame as wide as its share of the whole. Equal names
have equal colours in every picture, so two pictures can be compared.`

const svgExamples = `
   fold svg sample.txt > prof.svg
   perf script | fold svg --title 'Before the fix' -o before.svg
   fold svg cpu.pb.gz --focus '^main\.' --colors blue --inverted > main.svg
   fold svg --metric alloc_space --width 1600 heap.pb.gz > heap.svg`

// pictureFlags are the flags of svg alone.
type pictureFlags struct {
	flame.SVGOptions
	reverse bool
	ignored bool // what peers' flags ask for that has no meaning here
}

func (s streams) svgCommand() *cli.Command {
	r, o := &request{}, &pictureFlags{}
	return &cli.Command{
		Name:        "svg",
		Usage:       "draw a flame graph",
		ArgsUsage:   "[FILE ...]",
		Description: svgText + "\n\n" + wrap("Palettes: "+strings.Join(flame.PaletteNames(), ", ")+"."),
		UsageText:   svgExamples,
		Flags:       append(o.flags(), r.flags()...),
		Action: func(c *cli.Context) error {
			l, err := s.load(c.Args().Slice(), r, "svg")
			if err != nil {
				return err
			}
			return s.draw(l, r, o)
		},
	}
}

// draw writes the picture of l.
func (s streams) draw(l *loaded, r *request, o *pictureFlags) error {
	if r.metric == "all" {
		var names []string
		for _, column := range l.metrics {
			names = append(names, l.profile.Metrics[column].Name)
		}
		return usageError("a picture shows one metric: --metric picks one of " + strings.Join(names, ", "))
	}
	m := messages{s.stderr, r.quiet}
	p := dropNegative(l.profile, l.metrics[0], m, "; a picture cannot show them")
	if !hasWeights(p, 0) {
		return fmt.Errorf("%s%w", about(l.name), errNothing)
	}
	if o.reverse {
		p = p.Reverse()
	}
	return s.write(r.output, func(w io.Writer) error {
		drawing, err := flame.WriteSVG(w, p, o.SVGOptions)
		if drawing.Raised {
			m.note("to keep the picture small, frames narrower than %.2f pixels are drawn together", drawing.MinWidth)
		}
		return err
	})
}

var errNothing = errors.New("no samples to draw")

func (o *pictureFlags) flags() []cli.Flag { return append(o.textFlags(), o.shapeFlags()...) }

func (o *pictureFlags) textFlags() []cli.Flag {
	in := aboutPicture
	return []cli.Flag{
		setting(in, "title", "write `TEXT` above the picture; default Flame Graph", filled{&o.Title}),
		setting(in, "subtitle", "write `TEXT` below the title", filled{&o.Subtitle}),
		setting(in, "countname", "call what is counted `NAME`, instead of samples", filled{&o.CountName}),
		setting(in, "notes", "put `TEXT` into the description inside the file", filled{&o.Notes}),
		setting(in, "fonttype", "write in the font `FAMILY`", filled{&o.FontType}),
		setting(in, "fontsize", "letters are `N` pixels high; default 12", fraction{&o.FontSize, 1, 200}),
		setting(in, "truncate", "`HOW`: cut labels at the right, left or middle, none, or auto; default auto", choice[flame.Truncate]{
			&o.Truncate,
			[]string{"auto", "right", "left", "middle", "none"},
			[]flame.Truncate{flame.TruncateAuto, flame.TruncateRight, flame.TruncateLeft, flame.TruncateMiddle, flame.TruncateNone},
		}),
		short("c", setting(in, "colors", "`PALETTE`: one of those above; default hot", oneOf(&o.Colors, flame.PaletteNames()...))),
		setting(in, "bgcolors", "`COLOUR`: the page is yellow, blue, green, grey or #rrggbb; default as the palette", pageColor{&o.BgColors}),
		setting(in, "theme", "`THEME`: light, dark or auto, as the reader's system is; default auto", choice[flame.Theme]{
			&o.Theme,
			[]string{"auto", "light", "dark"},
			[]flame.Theme{flame.ThemeAuto, flame.ThemeLight, flame.ThemeDark},
		}),
	}
}

func (o *pictureFlags) shapeFlags() []cli.Flag {
	in := aboutPicture
	return []cli.Flag{
		setting(in, "width", "the picture is `N` pixels wide; default 1200", number{&o.Width, 60, 100_000}),
		toggle(in, "fluid", "as wide as the page that shows it", &o.Fluid),
		setting(in, "height", "rows are `N` pixels high; default 16", number{&o.Height, 3, 200}),
		setting(in, "minwidth", "draw frames narrower than `N` pixels, or N%, together; default 0.5", leastWidth{&o.MinWidth, &o.MinPercent}),
		&cli.BoolFlag{
			Name: "inverted", Aliases: []string{"i"}, Category: in,
			Usage: "the root at the top: an icicle graph", Destination: &o.Inverted,
		},
		toggle(in, "reverse", "merge stacks from the leaf: who calls what is at the base", &o.reverse),
		setting(in, "order", "`ORDER`: sort callees by name or width; default name", choice[flame.Order]{
			&o.Order,
			[]string{"name", "width"},
			[]flame.Order{flame.OrderName, flame.OrderWidth},
		}),
		&cli.BoolFlag{
			Name: "hash", Aliases: []string{"random", "deterministic"}, Category: in,
			Usage: "taken as in flamegraph.pl; colours always depend on names alone", Destination: &o.ignored,
		},
	}
}
