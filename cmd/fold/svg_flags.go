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
		setting(in, "title", "write `TEXT` above the picture; default Flame Graph", label{&o.Title}),
		setting(in, "subtitle", "write `TEXT` below the title", label{&o.Subtitle}),
		setting(in, "countname", "call the unit `NAME` instead of samples", label{&o.CountName}),
		setting(in, "nametype", "write `TEXT` before the name in a frame's details; default Function:", label{&o.NameType}),
		setting(in, "unit", "weights are in `UNIT`, where the profile does not say: bytes, ns, us, ms or s", oneOf(&o.Unit, "bytes", "ns", "us", "ms", "s")),
		setting(in, "notes", "store `TEXT` as the file's description", label{&o.Notes}),
		setting(in, "fonttype", "write in the font `FAMILY`", filled{&o.FontType}),
		setting(in, "fontsize", "font size is `N` pixels; default 12", fraction{&o.FontSize, 1, 200}),
		setting(in, "fontwidth", "letters are `N` times as wide as the font size; default: measured", fraction{&o.FontWidth, 0.1, 5}),
		setting(in, "truncate", "cut labels `HOW`: at the right, left or middle, none, or auto; default auto", choice[flame.Truncate]{
			&o.Truncate,
			[]string{"auto", "right", "left", "middle", "none"},
			[]flame.Truncate{flame.TruncateAuto, flame.TruncateRight, flame.TruncateLeft, flame.TruncateMiddle, flame.TruncateNone},
		}),
		stands(in, "truncate-text-right", "same as --truncate right", &o.Truncate, flame.TruncateRight),
		toggle(in, "titles", "tooltips that work without scripts; makes the file far larger", &o.Titles),
	}
}

func (o *pictureFlags) colorFlags() []cli.Flag {
	in := aboutPicture
	return []cli.Flag{
		toggle(in, "negate", "of two weights per line, the first is the later one: red means more than in the second", &o.negate),
		setting(in, "delta", "of two weights per line, colour by the change of `WEIGHT`: self or total; default self", choice[table.Order]{
			&o.deltaBy,
			[]string{"self", "total"},
			[]table.Order{table.BySelf, table.ByTotal},
		}),
		toggle(in, "by-function", "of two weights per line, colour a frame by the change of its function, all its places together", &o.byFunction),
		short("c", setting(in, "colors", "use `PALETTE`, one of those above; default hot", oneOf(&o.Colors, flame.PaletteNames()...))),
		hidden("color", oneOf(&o.Colors, flame.PaletteNames()...)), // flamegraph.pl takes any beginning of a name, and its guides write this
		stands(in, "colordiffusion", "same as --colors diffusion", &o.Colors, "diffusion"),
		bare{setting(in, "cp", "keep the colours of functions in palette.map, or in FILE with --cp=FILE", file{&o.colorMap, "palette.map"})},
		setting(in, "bgcolors", "background `COLOUR`: yellow, blue, green, grey or #rrggbb; default: the palette's", pageColor{&o.BgColors}),
		setting(in, "uicolor", "`COLOUR` of the text outside frames, #rrggbb", color{&o.UIColor, nil}),
		setting(in, "search-color", "`COLOUR` of search hits, #rrggbb; default magenta", color{&o.SearchColor, nil}),
		setting(in, "stroke-color", "`COLOUR` of frame borders, #rrggbb or none", color{&o.StrokeColor, []string{"none"}}),
		setting(in, "highlight", "show frames that match `REGEXP` as search hits, and fade the others", pattern{&o.Highlight}),
		setting(in, "theme", "use `THEME`: light, dark, or auto to follow the reader's system; default auto", choice[flame.Theme]{
			&o.Theme,
			[]string{"auto", "light", "dark"},
			[]flame.Theme{flame.ThemeAuto, flame.ThemeLight, flame.ThemeDark},
		}),
		also("random", also("deterministic", toggle(in, "hash", "accepted for flamegraph.pl; colours always depend on names alone", &o.ignored))),
	}
}

func (o *pictureFlags) shapeFlags() []cli.Flag {
	in := aboutPicture
	return []cli.Flag{
		setting(in, "width", "the picture is `N` pixels wide; default 1200", number{&o.Width, 60, 100_000}),
		toggle(in, "fluid", "fill the width of the page that shows the picture", &o.Fluid),
		setting(in, "height", "rows are `N` pixels high; default 16", number{&o.Height, 3, 200}),
		setting(in, "minwidth", "draw frames narrower than `N` pixels, or N%, as one box; default 0.5", leastWidth{&o.MinWidth, &o.MinPercent}),
		also("i", toggle(in, "inverted", "put the root at the top: an icicle graph", &o.Inverted)),
		setting(in, "order", "put callees in `ORDER`: by name (az), by width, or as in the input; default az", choice[flame.Order]{
			&o.Order,
			[]string{"az", "width", "input", "name"},
			[]flame.Order{flame.OrderName, flame.OrderWidth, flame.OrderInput, flame.OrderName},
		}),
		stands(in, "no-sort", "same as --order input", &o.Order, flame.OrderInput),
		toggle(in, "flamechart", "keep stacks in the order of the input and merge only neighbours", &o.FlameChart),
	}
}

func (o *pictureFlags) stackFlags() []cli.Flag {
	in := aboutPicture
	return []cli.Flag{
		toggle(in, "reverse", "merge stacks from the leaf: the base shows where time is spent, its callers above", &o.reverse),
		setting(in, "base", "start stacks at function `NAME`; drop the rest", names{&o.base}),
		toggle(in, "collapse-recursion", "draw a function that calls itself directly as one frame", &o.recursion),
		setting(in, "depth", "show at most `N` frames above the root; 0: all", number{&o.depth, 0, 1 << 30}),
		setting(in, "total", "let the full width stand for weight `N`, if that is more than the profile's", &o.total),
		setting(in, "factor", "multiply weights by `N`", &o.factor),
	}
}

func (o *pictureFlags) fileFlags() []cli.Flag {
	in := aboutPicture
	return []cli.Flag{
		setting(in, "format", "write `FORMAT`: svg, png, or html, a report with tables, callers and callees; default svg", oneOf(&o.format, svgFormats...)),
		setting(in, "source-url", "html: open sources at `URL`, as in https://host/{file}#L{line}", filled{&o.sourceURL}),
		setting(in, "nameattr", "give functions the links, titles and classes in `FILE`", filled{&o.attributes}),
		toggle(in, "no-script", "leave out the script: a still picture, with its data", &o.NoScript),
		hiddenToggle("no-javascript", &o.NoScript),
		toggle(in, "no-data", "leave out the data and the script: the smallest file, a still picture", &o.NoData),
		toggle(in, "prune-data", "keep data of drawn frames only: no hidden names in the file", &o.PruneData),
		&cli.GenericFlag{Name: "encoding", Category: in, Hidden: true, Usage: "`NAME`: utf-8", Value: encoding{}},
		hiddenToggle("pretty-xml", &o.ignored), // pictures have one line for each element anyway
	}
}
