package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"fold/flame"
	"fold/flame/table"
)

// The flags of svg have the names that flamegraph.pl and inferno-flamegraph give them, where these have them.
func (o *pictureFlags) flags() []cli.Flag {
	return slices.Concat(o.textFlags(), o.colorFlags(), o.shapeFlags(), o.stackFlags(), o.fileFlags())
}

func (o *pictureFlags) textFlags() []cli.Flag {
	in := aboutPicture
	return []cli.Flag{
		setting(in, "title", "write `TEXT` above the picture; default Flame Graph", filled{&o.Title}),
		setting(in, "subtitle", "write `TEXT` below the title", filled{&o.Subtitle}),
		setting(in, "countname", "call what is counted `NAME`, instead of samples", filled{&o.CountName}),
		setting(in, "nametype", "write `TEXT` before the name of a frame that is told about; default Function:", filled{&o.NameType}),
		setting(in, "unit", "weights are `UNIT`: bytes, ns, us, ms or s, where the profile does not say", oneOf(&o.Unit, "bytes", "ns", "us", "ms", "s")),
		setting(in, "notes", "put `TEXT` into the description inside the file", filled{&o.Notes}),
		setting(in, "fonttype", "write in the font `FAMILY`", filled{&o.FontType}),
		setting(in, "fontsize", "letters are `N` pixels high; default 12", fraction{&o.FontSize, 1, 200}),
		setting(in, "fontwidth", "letters are `N` times as wide as high; default: what the font has", fraction{&o.FontWidth, 0.1, 5}),
		setting(in, "truncate", "`HOW`: cut labels at the right, left or middle, none, or auto; default auto", choice[flame.Truncate]{
			&o.Truncate,
			[]string{"auto", "right", "left", "middle", "none"},
			[]flame.Truncate{flame.TruncateAuto, flame.TruncateRight, flame.TruncateLeft, flame.TruncateMiddle, flame.TruncateNone},
		}),
		stands(in, "truncate-text-right", "the same as --truncate right", &o.Truncate, flame.TruncateRight),
		toggle(in, "titles", "tooltips that work without scripts; the file is far larger", &o.Titles),
	}
}

func (o *pictureFlags) colorFlags() []cli.Flag {
	in := aboutPicture
	return []cli.Flag{
		toggle(in, "negate", "two weights a line: the first is the later one, and red is more than in the second", &o.negate),
		setting(in, "delta", "`WEIGHT`: two weights a line: the colour tells the change of self or total; default self", choice[table.Order]{
			&o.deltaBy,
			[]string{"self", "total"},
			[]table.Order{table.BySelf, table.ByTotal},
		}),
		short("c", setting(in, "colors", "`PALETTE`: one of those above; default hot", oneOf(&o.Colors, flame.PaletteNames()...))),
		hidden("color", oneOf(&o.Colors, flame.PaletteNames()...)), // flamegraph.pl takes any beginning of a name, and its guides write this
		stands(in, "colordiffusion", "the same as --colors diffusion", &o.Colors, "diffusion"),
		bare{setting(in, "cp", "keep colours of functions in palette.map, or FILE with --cp=FILE", file{&o.colorMap, "palette.map"})},
		setting(in, "bgcolors", "`COLOUR`: the page is yellow, blue, green, grey or #rrggbb; default as the palette", pageColor{&o.BgColors}),
		setting(in, "uicolor", "`COLOUR`: text outside of frames is #rrggbb", color{&o.UIColor, nil}),
		setting(in, "search-color", "`COLOUR`: what a search finds is #rrggbb; default magenta", color{&o.SearchColor, nil}),
		setting(in, "stroke-color", "`COLOUR`: lines around frames are #rrggbb, or none", color{&o.StrokeColor, []string{"none"}}),
		setting(in, "highlight", "show frames that match `REGEXP` as if searched for, and let all others fade", pattern{&o.Highlight}),
		setting(in, "theme", "`THEME`: light, dark or auto, as the reader's system is; default auto", choice[flame.Theme]{
			&o.Theme,
			[]string{"auto", "light", "dark"},
			[]flame.Theme{flame.ThemeAuto, flame.ThemeLight, flame.ThemeDark},
		}),
		&cli.BoolFlag{
			Name: "hash", Aliases: []string{"random", "deterministic"}, Category: in, DisableDefaultText: true,
			Usage: "taken as in flamegraph.pl; colours always depend on names alone", Destination: &o.ignored,
		},
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
			Name: "inverted", Aliases: []string{"i"}, Category: in, DisableDefaultText: true,
			Usage: "the root at the top: an icicle graph", Destination: &o.Inverted,
		},
		setting(in, "order", "`ORDER`: callees by name (az), by width, or as in the input; default az", choice[flame.Order]{
			&o.Order,
			[]string{"az", "width", "input", "name"},
			[]flame.Order{flame.OrderName, flame.OrderWidth, flame.OrderInput, flame.OrderName},
		}),
		stands(in, "no-sort", "the same as --order input", &o.Order, flame.OrderInput),
		toggle(in, "flamechart", "stacks in the order of the input, merged with their neighbours only", &o.FlameChart),
	}
}

func (o *pictureFlags) stackFlags() []cli.Flag {
	in := aboutPicture
	return []cli.Flag{
		toggle(in, "reverse", "merge stacks from the leaf: who calls what is at the base", &o.reverse),
		setting(in, "base", "let stacks begin at the function `NAME`; leave out those without it", names{&o.base}),
		toggle(in, "collapse-recursion", "a function that calls itself directly is one frame", &o.recursion),
		setting(in, "depth", "at most `N` frames above the root; 0: all", number{&o.depth, 0, 1 << 30}),
		setting(in, "total", "the whole width stands for the weight `N`, if that is more than the profile's", &o.total),
		setting(in, "factor", "multiply weights by `N`", &o.factor),
	}
}

func (o *pictureFlags) fileFlags() []cli.Flag {
	in := aboutPicture
	return []cli.Flag{
		setting(in, "format", "`FORMAT`: svg, or html with a table beside the picture; default svg", oneOf(&o.format, "svg", "html")),
		setting(in, "nameattr", "give functions the links, titles and classes that `FILE` says", filled{&o.attributes}),
		toggle(in, "no-script", "leave out the script: a still picture, with its data for other programs", &o.NoScript),
		&cli.BoolFlag{Name: "no-javascript", Category: in, Hidden: true, Usage: "the same as --no-script", Destination: &o.NoScript},
		toggle(in, "no-data", "leave out the frames too narrow to be drawn, and the script: a small file", &o.NoData),
		toggle(in, "prune-data", "keep only the frames that are drawn, and no other names", &o.PruneData),
		&cli.GenericFlag{Name: "encoding", Category: in, Hidden: true, Usage: "`NAME`: utf-8", Value: encoding{}},
		&cli.BoolFlag{Name: "pretty-xml", Category: in, Hidden: true, Usage: "one line for each element, as always", Destination: &o.ignored},
	}
}
