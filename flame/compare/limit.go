package compare

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"

	"fold/collapse"
)

// Limit is what the stacks that hold a matching function may have together.
type Limit struct {
	Text    string         // the expression as its author wrote it
	Pattern *regexp.Regexp // matches the function alone, or with its module in front: "libc`malloc"
	Allowed float64        // percent of all, or percentage points over the baseline
	Grow    bool           // the limit is on growth over the baseline
}

// ParseLimit reads "malloc|free=15%". The number comes after the last "=".
func ParseLimit(text string, grow bool) (Limit, error) {
	at := strings.LastIndexByte(text, '=')
	if at < 0 {
		return Limit{}, errors.New(`it must be REGEXP=NUMBER, as in "malloc|free=15%"`)
	}
	l := Limit{Text: strings.TrimSpace(text[:at]), Grow: grow}
	number := strings.TrimSuffix(strings.TrimSpace(text[at+1:]), "%")
	var err error
	if l.Allowed, err = parsePercent(strings.TrimSpace(number)); err != nil {
		return Limit{}, fmt.Errorf("the number after \"=\": %w", err)
	}
	l.Pattern, err = parsePattern(l.Text)
	return l, err
}

// parsePercent reads a number from 0 to 100.
func parsePercent(text string) (float64, error) {
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return 0, errors.New("it must be a number")
	case !(value >= 0 && value <= 100): // which is true of NaN
		return 0, errors.New("it must be from 0 to 100")
	}
	return value, nil
}

func parsePattern(text string) (*regexp.Regexp, error) {
	if text == "" {
		return nil, errors.New("the regular expression is empty")
	}
	pattern, err := regexp.Compile(text)
	var wrong *syntax.Error
	if errors.As(err, &wrong) {
		err = fmt.Errorf("%s in %q", wrong.Code, wrong.Expr)
	}
	return pattern, err
}

// match reports whether the limit is about a frame.
func (l Limit) match(f collapse.Frame) bool {
	return l.Pattern.MatchString(f.Name) || l.Pattern.MatchString(f.Text(true))
}
