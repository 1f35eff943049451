package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/sources/input"
)

// budget is what a profile may hold.
type budget struct {
	limits     []limit
	against    string  // the baseline's file; empty: none
	tolerance  float64 // points by which a function may grow over the baseline; below zero: not said
	minSamples int     // fewer samples are too few to check; below zero: not said
}

// limit is what stacks that hold a matching function may have.
type limit struct {
	text    string // as the user wrote the expression
	pattern *regexp.Regexp
	allowed float64 // percent of all, or percentage points over the baseline
	grow    bool
}

// parseLimit reads "malloc|free=15%". The number stands behind the last "=".
func parseLimit(text string, grow bool) (limit, error) {
	at := strings.LastIndexByte(text, '=')
	if at < 0 {
		return limit{}, errors.New(`it must be REGEXP=NUMBER, as in "malloc|free=15%"`)
	}
	l := limit{text: strings.TrimSpace(text[:at]), grow: grow}
	number := strings.TrimSuffix(strings.TrimSpace(text[at+1:]), "%")
	if err := (fraction{&l.allowed, 0, 100}).Set(strings.TrimSpace(number)); err != nil {
		return limit{}, fmt.Errorf("the number after \"=\": %w", err)
	}
	return l, pattern{&l.pattern}.Set(l.text)
}

// match says whether a limit is about a frame. The expression may match the function alone, or with its
// module in front: "libc`malloc".
func (l limit) match(f collapse.Frame) bool {
	return l.pattern.MatchString(f.Name) || l.pattern.MatchString(f.Text(true))
}

// matchesAny says whether a limit is about any frame of a profile.
func (l limit) matchesAny(p *collapse.Profile) bool {
	for f := range p.Frames() {
		if l.match(p.Frame(collapse.FrameID(f))) {
			return true
		}
	}
	return false
}

// limitValue is the value of --max and --grow, which may be given several times.
type limitValue struct {
	to   *[]limit
	grow bool
}

func (limitValue) String() string { return "" }

// Set adds a limit.
func (v limitValue) Set(text string) error {
	l, err := parseLimit(text, v.grow)
	if err == nil {
		*v.to = append(*v.to, l)
	}
	return err
}

// add adds the limits of a budget file. What the command line says goes first.
func (b *budget) add(file budget) {
	b.limits = append(b.limits, file.limits...)
	if b.against == "" {
		b.against = file.against
	}
	if b.tolerance < 0 {
		b.tolerance = file.tolerance
	}
	if b.minSamples < 0 {
		b.minSamples = file.minSamples
	}
}

// readBudget reads a budget file. The baseline's name is relative to the file's folder, unless it is a URL.
func readBudget(name string) (budget, error) {
	file, err := os.Open(name)
	if err != nil {
		return budget{}, inFile(name, err)
	}
	defer file.Close()
	b, err := parseBudget(file)
	if err != nil {
		return budget{}, inFile(name, err)
	}
	if b.against != "" && !filepath.IsAbs(b.against) && !isURL(b.against) {
		b.against = filepath.Join(filepath.Dir(name), b.against)
	}
	return b, nil
}

// parseBudget reads
//
//	# what the importer may cost
//	max malloc|free = 15%
//	max ^runtime\.gc = 25%
//	against main.pb.gz
//	tolerance 2
//	grow ^encoding/json = 1.5  # decoding was rewritten
//	min-samples 500
//
// An error about a line begins with its number.
func parseBudget(r io.Reader) (budget, error) {
	b := budget{tolerance: -1, minSamples: -1}
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		line := withoutComment(lines.Text())
		if line == "" {
			continue
		}
		if err := b.line(line); err != nil {
			return b, &input.Error{Line: number, Why: err.Error()}
		}
	}
	return b, lines.Err()
}

// withoutComment returns a line without the blanks around it and what stands behind a # at its beginning or behind a
// blank.
func withoutComment(line string) string {
	for at := range len(line) {
		if line[at] == '#' && (at == 0 || line[at-1] == ' ' || line[at-1] == '\t') {
			line = line[:at]
			break
		}
	}
	return strings.TrimSpace(line)
}

func (b *budget) line(line string) error {
	word, rest := line, ""
	if at := strings.IndexAny(line, " \t"); at >= 0 {
		word, rest = line[:at], strings.TrimSpace(line[at:])
	}
	switch word {
	case "max":
		return limitValue{&b.limits, false}.Set(rest)
	case "grow":
		return limitValue{&b.limits, true}.Set(rest)
	case "against":
		return once(b.against == "", filled{&b.against}.Set, rest)
	case "tolerance":
		return once(b.tolerance < 0, fraction{&b.tolerance, 0, 100}.Set, rest)
	case "min-samples":
		return once(b.minSamples < 0, number{&b.minSamples, 0, math.MaxInt}.Set, rest)
	}
	return fmt.Errorf("no limit is called %q: a line is max, grow, against, tolerance, min-samples or a # comment", word)
}

// once sets a value that may stand in a file only once.
func once(isFirst bool, set func(string) error, text string) error {
	if !isFirst {
		return errors.New("it is given twice")
	}
	if err := set(text); err != nil {
		return fmt.Errorf("%s: %w", strconv.Quote(text), err)
	}
	return nil
}
