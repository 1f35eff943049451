package compare

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Budget is what a file says about the limits of a profile.
type Budget struct {
	Limits     []Limit
	Against    string  // the baseline's file; "": none
	Tolerance  float64 // see [Guard]; below zero: the file does not say
	MinSamples int     // fewer samples are too few to check; below zero: the file does not say
}

// BudgetError is an error about a line of a budget file.
type BudgetError struct {
	Line int // from 1
	Why  error
}

// Error returns "12: it must be a number".
func (e *BudgetError) Error() string { return fmt.Sprintf("%d: %v", e.Line, e.Why) }

// Unwrap returns the reason.
func (e *BudgetError) Unwrap() error { return e.Why }

// AtLine returns the number of the line.
func (e *BudgetError) AtLine() int { return e.Line }

// ParseBudget reads the file of limits that people keep beside their code:
//
//	# what the importer may cost
//	max malloc|free = 15%
//	max ^runtime\.gc = 25%
//	against main.pb.gz
//	tolerance 2
//	grow ^encoding/json = 1.5  # decoding was rewritten
//	min-samples 500
//
// An error about a line is a [BudgetError].
func ParseBudget(r io.Reader) (Budget, error) {
	b := Budget{Tolerance: -1, MinSamples: -1}
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		line := withoutComment(lines.Text())
		if line == "" {
			continue
		}
		if err := b.line(line); err != nil {
			return b, &BudgetError{number, err}
		}
	}
	return b, lines.Err()
}

// withoutComment returns a line without the blanks around it and without a comment, which begins with a # at the start
// of the line or after a blank.
func withoutComment(line string) string {
	for at := range len(line) {
		if line[at] == '#' && (at == 0 || line[at-1] == ' ' || line[at-1] == '\t') {
			line = line[:at]
			break
		}
	}
	return strings.TrimSpace(line)
}

func (b *Budget) line(line string) error {
	word, rest := line, ""
	if at := strings.IndexAny(line, " \t"); at >= 0 {
		word, rest = line[:at], strings.TrimSpace(line[at:])
	}
	switch word {
	case "max", "grow":
		l, err := ParseLimit(rest, word == "grow")
		if err == nil {
			b.Limits = append(b.Limits, l)
		}
		return err
	case "against":
		return once(&b.Against, b.Against == "", rest, parseFile)
	case "tolerance":
		return once(&b.Tolerance, b.Tolerance < 0, rest, parsePercent)
	case "min-samples":
		return once(&b.MinSamples, b.MinSamples < 0, rest, parseCount)
	}
	return fmt.Errorf("unknown limit %q: a line is max, grow, against, tolerance, min-samples or a # comment", word)
}

// once sets a value that a file may give only once.
func once[T any](to *T, isFirst bool, text string, parse func(string) (T, error)) error {
	if !isFirst {
		return errors.New("it is given twice")
	}
	value, err := parse(text)
	if err != nil {
		return fmt.Errorf("%q: %w", text, err)
	}
	*to = value
	return nil
}

func parseFile(name string) (string, error) {
	if name == "" {
		return "", errors.New("it is empty")
	}
	return name, nil
}

func parseCount(text string) (int, error) {
	count, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return 0, errors.New("it must be a whole number")
	case count < 0:
		return 0, errors.New("it must be 0 or more")
	}
	return count, nil
}
