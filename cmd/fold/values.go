package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// The types of this file are values of flags (flag.Value). They all say "" when asked for their text,
// because the help tells the defaults in words.

// pattern is a regular expression. Given several times, the flag means any of them.
type pattern struct{ to **regexp.Regexp }

func (pattern) String() string { return "" }

// Set adds an expression.
func (p pattern) Set(text string) error {
	if text == "" {
		return errors.New("the regular expression is empty")
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return regexpError(err)
	}
	if *p.to != nil {
		re, err = regexp.Compile("(?:" + (*p.to).String() + ")|(?:" + text + ")")
		if err != nil {
			return regexpError(err)
		}
	}
	*p.to = re
	return nil
}

func regexpError(err error) error {
	var wrong *syntax.Error
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s in %q", wrong.Code, wrong.Expr)
	}
	return err
}

// choice is one of a few words, each of which stands for a value.
type choice[T any] struct {
	to     *T
	words  []string
	values []T
}

func (choice[T]) String() string { return "" }

func (choice[T]) isSingle() {}

// Set takes one of the words.
func (c choice[T]) Set(text string) error {
	i := slices.Index(c.words, text)
	if i < 0 {
		return fmt.Errorf("it must be one of %s", strings.Join(c.words, ", "))
	}
	*c.to = c.values[i]
	return nil
}

// choices returns the words, for the completion in shells.
func (c choice[T]) choices() []string { return c.words }

// oneOf is a choice of words that stand for themselves.
func oneOf(to *string, words ...string) choice[string] { return choice[string]{to, words, words} }

// words is a list of words with commas between them. Given several times, the flag adds to the list.
type words struct{ to *[]string }

func (words) String() string { return "" }

// Set adds words.
func (w words) Set(text string) error {
	for word := range strings.SplitSeq(text, ",") {
		if word = strings.TrimSpace(word); word == "" {
			return errors.New("an empty word")
		}
		*w.to = append(*w.to, word)
	}
	return nil
}

// switches is a list of words, each of which switches something on; "all" means all of them.
type switches struct {
	words []string
	to    []*bool
}

func (switches) String() string { return "" }

// Set switches on.
func (s switches) Set(text string) error {
	var chosen []string
	if err := (words{&chosen}).Set(text); err != nil {
		return err
	}
	for _, word := range chosen {
		i := slices.Index(s.words, word)
		if i < 0 && word != "all" {
			return fmt.Errorf("%q is none of %s, all", word, strings.Join(s.words, ", "))
		}
		for k, to := range s.to {
			*to = *to || k == i || word == "all"
		}
	}
	return nil
}

func (s switches) choices() []string { return append(slices.Clone(s.words), "all") }

// number is a whole number from least to most.
type number struct {
	to          *int
	least, most int
}

func (number) String() string { return "" }

func (number) isSingle() {}

// Set takes a number.
func (n number) Set(text string) error {
	value, err := strconv.Atoi(text)
	if err != nil {
		return errors.New("it must be a whole number")
	}
	if value < n.least || value > n.most {
		return outside(n.least, n.most)
	}
	*n.to = value
	return nil
}

// fraction is a number from least to most.
type fraction struct {
	to          *float64
	least, most float64
}

func (fraction) String() string { return "" }

func (fraction) isSingle() {}

// Set takes a number.
func (f fraction) Set(text string) error {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return errors.New("it must be a number")
	}
	if !(value >= f.least && value <= f.most) { // neither is true of NaN
		return outside(f.least, f.most)
	}
	*f.to = value
	return nil
}

func outside[T int | float64](least, most T) error {
	if float64(most) == math.MaxInt {
		return fmt.Errorf("it must be %v or more", least)
	}
	return fmt.Errorf("it must be from %v to %v", least, most)
}

// leastWidth is a number of pixels, or of percent if "%" stands behind it.
type leastWidth struct{ pixels, percent *float64 }

func (leastWidth) String() string { return "" }

// Set takes a width.
func (l leastWidth) Set(text string) error {
	*l.pixels, *l.percent = 0, 0
	if number, found := strings.CutSuffix(text, "%"); found {
		if err := (fraction{l.percent, 0, 100}).Set(number); err != nil {
			return err
		}
	} else if err := (fraction{l.pixels, 0, 100_000}).Set(text); err != nil {
		return err
	}
	if *l.pixels == 0 && *l.percent == 0 {
		*l.pixels = -1 // no limit: zero would stand for the default
	}
	return nil
}

// pageColor is the name of a tint of the page, or a colour as in HTML.
type pageColor struct{ to *string }

func (pageColor) String() string { return "" }

// Set takes a colour.
func (p pageColor) Set(text string) error {
	if text == "gray" {
		text = "grey"
	}
	return color{p.to, p.choices()}.Set(text)
}

func (pageColor) choices() []string { return []string{"yellow", "blue", "green", "grey"} }

// label is a text in a picture. An empty one is a value too: it becomes a blank, since an empty one stands for the default.
type label struct{ to *string }

func (label) String() string { return "" }

// Set takes a text.
func (l label) Set(value string) error {
	*l.to = cmp.Or(value, " ")
	return nil
}

// filled is a text that is not empty.
type filled struct{ to *string }

func (filled) String() string { return "" }

func (filled) isSingle() {}

// Set takes a text.
func (f filled) Set(text string) error {
	if text == "" {
		return errors.New("it is empty")
	}
	*f.to = text
	return nil
}

// single is a value of which a flag takes one.
type single interface{ isSingle() }

// onceEach makes it an error to give one of the flags twice that take one value. Elsewhere the last one wins, but of a
// guard's limits none may be lost without a word.
func onceEach(flags []cli.Flag) []cli.Flag {
	for _, f := range flags {
		if g := genericOf(f); g != nil {
			if _, one := g.Value.(single); one {
				g.Value = &given{Generic: g.Value}
			}
		}
	}
	return flags
}

// given is a value that can be set once.
type given struct {
	cli.Generic
	already bool
}

// Set sets the value.
func (g *given) Set(text string) error {
	if g.already {
		return errors.New("it is given twice")
	}
	g.already = true
	return g.Generic.Set(text)
}

func (g *given) choices() []string { return choicesOf(g.Generic) }
