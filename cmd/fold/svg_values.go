package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// preset sets a value to what a flag without a value of its own stands for: --no-sort.
type preset[T any] struct {
	to    *T
	value T
}

func (preset[T]) String() string { return "" }

// Set takes "true", which the flag package passes for a flag without a value.
func (p preset[T]) Set(text string) error {
	if text != "true" {
		return errors.New("it takes no value")
	}
	*p.to = p.value
	return nil
}

// IsBoolFlag tells the flag package that no value needs to follow.
func (preset[T]) IsBoolFlag() bool { return true }

// bare is a flag whose value may be missing, or must be.
type bare struct{ *cli.GenericFlag }

// TakesValue says that the next argument is not the flag's value.
func (bare) TakesValue() bool { return false }

// stands returns a flag that stands for one value of a setting.
func stands[T any](about, name, usage string, to *T, value T) cli.Flag {
	return bare{setting(about, name, usage, preset[T]{to, value})}
}

// file is the name of a file, or another one if none is given: --cp, --cp=FILE.
type file struct {
	to        *string
	byDefault string
}

func (file) String() string { return "" }

// Set takes a name.
func (f file) Set(text string) error {
	if text == "" {
		return errors.New("it is empty")
	}
	if *f.to = text; text == "true" {
		*f.to = f.byDefault
	}
	return nil
}

// IsBoolFlag tells the flag package that no value needs to follow.
func (file) IsBoolFlag() bool { return true }

// decimal is a number above zero that is kept exactly: value/10^digits.
type decimal struct {
	value  int64
	digits int
}

func (*decimal) String() string { return "" }

// Set takes a number.
func (d *decimal) Set(text string) error {
	const most = 18 // digits that fit into 64 bits
	whole, fraction, _ := strings.Cut(text, ".")
	fraction = strings.TrimRight(fraction, "0")
	if strings.Trim(whole+fraction, "0123456789") != "" || strings.Trim(text, ".") == "" {
		return errors.New("it must be a number above zero")
	}
	if len(strings.TrimLeft(whole, "0"))+len(fraction) > most {
		return fmt.Errorf("it has more than %d digits", most)
	}
	value, err := strconv.ParseInt("0"+whole+fraction, 10, 64)
	if err != nil || value == 0 {
		return errors.New("it must be a number above zero")
	}
	*d = decimal{value, len(fraction)}
	return nil
}

// times10 returns value times 10^n, or false if that is beyond 64 bits.
func times10(value int64, n int) (int64, bool) {
	for ; n > 0; n-- {
		if value > math.MaxInt64/10 {
			return 0, false
		}
		value *= 10
	}
	return value, true
}

// color is a colour "#rrggbb", or one of a few words.
type color struct {
	to    *string
	words []string
}

func (color) String() string { return "" }

// Set takes a colour.
func (c color) Set(text string) error {
	if slices.Contains(c.words, text) {
		*c.to = text
		return nil
	}
	digits, found := strings.CutPrefix(text, "#")
	_, err := strconv.ParseUint(digits, 16, 32)
	if !found || len(digits) != 6 || err != nil {
		if len(c.words) == 0 {
			return errors.New("it must be #rrggbb")
		}
		return fmt.Errorf("it must be #rrggbb or one of %s", strings.Join(c.words, ", "))
	}
	*c.to = text
	return nil
}

func (c color) choices() []string { return c.words }

// encoding is the name of an encoding, of which there is one.
type encoding struct{}

func (encoding) String() string { return "" }

// Set takes the name.
func (encoding) Set(text string) error {
	if !strings.EqualFold(text, "utf-8") && !strings.EqualFold(text, "utf8") {
		return errors.New("it must be utf-8, which pictures always are in")
	}
	return nil
}

func (encoding) choices() []string { return []string{"utf-8"} }

// names are names of functions, one each time that the flag is given.
type names struct{ to *[]string }

func (names) String() string { return "" }

// Set adds a name.
func (n names) Set(text string) error {
	if text == "" {
		return errors.New("it is empty")
	}
	*n.to = append(*n.to, text)
	return nil
}
