package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"fold/collapse"
	"fold/flame"
	"fold/flame/compare"
	"fold/flame/png"
	"fold/flame/table"
)

const svgText = `Callers stand below what they call, and each frame is as wide as its share of the whole. A name has the same
colour in every picture, so two pictures can be compared.`

const svgExamples = `
   fold svg sample.txt > prof.svg
   perf script | fold svg --title 'Before the fix' -o before.svg
   fold svg cpu.pb.gz --focus '^main\.' --colors go --inverted > main.svg
   fold svg --metric alloc_space --width 1600 heap.pb.gz > heap.svg
   fold svg prof.folded --highlight read --no-data > readme.svg
   fold svg cpu.pb.gz --format html > report.html`

var svgFormats = []string{"svg", "html", "png"}

// pictureFlags are the flags of svg alone.
type pictureFlags struct {
	flame.SVGOptions
	format     string // svg, html or png
	reverse    bool
	base       []string    // stacks begin at the first frame with one of these names
	recursion  bool        // a function that calls itself is one frame
	depth      int         // rows above the root; 0: all
	total      decimal     // weight of the whole width; 0: the profile's
	factor     decimal     // what weights are multiplied by; 0: nothing
	sourceURL  string      // what opens a function's place in the source
	attributes string      // file with attributes of functions
	colorMap   string      // file with colours of functions
	negate     bool        // of two weights the first is the later
	deltaBy    table.Order // of two weights, whose change gives the colour
	byFunction bool        // of two weights, that of the function gives the colour
	ignored    bool        // what peers' flags ask for that is always so here
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
			if err := s.prepare(r, o); err != nil {
				return err
			}
			r.pairs = true
			l, err := s.load(c.Args().Slice(), r, "svg")
			if err != nil {
				return s.noPicture(r, o, err)
			}
			if compare.IsPair(l.profile) && r.metric == "" {
				return s.drawPair(l, r, o)
			}
			if o.format == "html" && r.metric != "all" {
				return s.drawReport(l, r, o, c.Args().Slice())
			}
			return s.draw(l, r, o)
		},
	}
}

// prepare finds out what to write, and asks the readers for what the picture needs.
func (s streams) prepare(r *request, o *pictureFlags) (err error) {
	if o.format, err = outputFormat("svg", r.output, o.format, svgFormats...); err != nil {
		return err
	}
	if s.terminalFor(r) != nil {
		return errPictureOnTerminal
	}
	r.allColumns = o.format == "html"
	r.read.Sequence, r.read.Times = o.FlameChart, o.format == "html"
	if o.Order == flame.OrderInput {
		r.read.Workers = 1 // several do not keep the order
	}
	return nil
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
	if o.factor.value == 0 && o.total.value == 0 { // which change what weights stand for
		o.Whole = l.wholeOf(l.metrics[0])
	}
	m := s.messages(r)
	p := dropNegative(l.profile, l.metrics[0], m, "; a picture cannot show them")
	p, err := o.reshape(p, m)
	if err != nil {
		return err
	}
	if !hasWeights(p, 0) {
		return s.noPicture(r, o, errEmpty(l.name))
	}
	if err := o.readFiles(m); err != nil {
		return err
	}
	err = s.write(r.output, func(w io.Writer) error {
		drawing, err := o.render()(w, p, o.SVGOptions)
		if drawing.Raised {
			m.note("to keep the picture small, frames narrower than %.2f pixels are drawn together", drawing.MinWidth)
		}
		return err
	})
	if err != nil || o.colorMap == "" {
		return err
	}
	return s.write(o.colorMap, o.ColorMap.Write)
}

const errPictureOnTerminal = usageError("a picture is not text for a terminal: write it to a file with -o FILE")

var errNothing = errors.New("no samples to draw")

// errEmpty says that an input has no samples.
func errEmpty(name string) error { return fmt.Errorf("%s%w", about(name), errNothing) }

// noPicture returns err, and writes it to standard output as a picture, if that is where the picture was to go:
// who opens the file then sees why there is none. A file of -o stays as it is.
func (s streams) noPicture(r *request, o *pictureFlags, err error) error {
	var usage usageError
	if errors.As(err, &usage) || !isStdout(r.output) || o.format == "png" {
		return err
	}
	if o.format == "html" {
		fmt.Fprint(s.stdout, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n")
	}
	flame.WriteFailure(s.stdout, "fold: "+err.Error()) // stdout keeps its errors
	return err
}

// reshape applies what the flags ask for to the profile, which has one column.
func (o *pictureFlags) reshape(p *collapse.Profile, m messages) (*collapse.Profile, error) {
	if len(o.base) > 0 {
		all := p.Total(0)
		p = p.From(o.base...)
		if left := all - p.Total(0); left > 0 {
			m.note("%s of %s left out: no frame called %s", weight(left, p.Metrics[0]), weight(all, p.Metrics[0]), strings.Join(o.base, " or "))
		}
	}
	if o.recursion {
		p = p.CollapseRecursion()
	}
	if o.reverse {
		p = p.Reverse()
	}
	p = p.CutDepth(o.depth)
	return o.scale(p, m)
}

// render returns what draws the picture.
func (o *pictureFlags) render() func(io.Writer, *collapse.Profile, flame.SVGOptions) (flame.Drawing, error) {
	if o.format == "png" {
		return png.Write
	}
	return flame.WriteSVG
}

// scales reports whether weights are changed, which is for one column.
func (o *pictureFlags) scales() bool { return o.total.value > 0 || o.factor.value > 0 }

var errTooLarge = errors.New("--factor or --total: the weights go beyond 64 bits")

// scale applies --total, which is in weights of the input, and --factor.
func (o *pictureFlags) scale(p *collapse.Profile, m messages) (*collapse.Profile, error) {
	saturated, rounded := p.Saturated, p.Rounded
	if o.total.value > 0 {
		if p = p.ToScale(0, o.total.digits); p.Rounded && !rounded {
			return nil, errTooLarge
		}
		total, fits := times10(o.total.value, p.Metrics[0].Scale-o.total.digits)
		if !fits {
			return nil, errTooLarge
		}
		if o.Total = total; total < p.Total(0) {
			m.note("--total is less than the profile's %s and not used", weight(p.Total(0), p.Metrics[0]))
			o.Total = 0
		}
	}
	if f := o.factor; f.value > 0 {
		p = p.Multiply(0, f.value, f.digits)
		if o.Total > 0 && o.Total > (1<<63-1)/f.value {
			return nil, errTooLarge
		}
		o.Total *= f.value
	}
	if p.Saturated && !saturated || p.Rounded && !rounded {
		return nil, errTooLarge
	}
	return p, nil
}
