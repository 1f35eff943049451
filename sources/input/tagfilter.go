package input

import (
	"fmt"
	"math"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// tagFilter chooses samples by their labels, with pprof's rules. The zero value keeps all.
type tagFilter struct {
	focus, ignore *tagMatcher // nil: not asked for
}

func newTagFilter(o Options) (f tagFilter, err error) {
	if f.focus, err = newTagMatcher(o.TagFocus); err != nil {
		return f, fmt.Errorf("--tagfocus: %w", err)
	}
	if f.ignore, err = newTagMatcher(o.TagIgnore); err != nil {
		return f, fmt.Errorf("--tagignore: %w", err)
	}
	return f, nil
}

func (f tagFilter) keeps(labels []Label) bool {
	return (f.focus == nil || f.focus.matches(labels)) && (f.ignore == nil || !f.ignore.matches(labels))
}

// tagMatcher is an expression over labels. It is one of
//
//	endpoint=fib      the label endpoint matches the regular expression; "a,b": one of several
//	fib               some label matches, written "key:value"; "a,b": each of several does
//	bytes=4kb:1mb     the numeric label bytes is in the range; "4kb:" and ":1mb" are half open
//	4kb               some numeric label is just that
type tagMatcher struct {
	key         string
	hasKey      bool
	isRange     bool
	in          tagRange
	expressions []*regexp.Regexp
}

// newTagMatcher reads an expression; nil for an empty one.
func newTagMatcher(text string) (*tagMatcher, error) {
	if text == "" {
		return nil, nil
	}
	m := &tagMatcher{}
	value := text
	if key, rest, found := strings.Cut(text, "="); found {
		m.key, m.hasKey, value = key, true, rest
	}
	if m.in, m.isRange = parseTagRange(value); m.isRange {
		return m, nil
	}
	for part := range strings.SplitSeq(value, ",") {
		re, err := regexp.Compile(part)
		if err != nil {
			return nil, err
		}
		m.expressions = append(m.expressions, re)
	}
	return m, nil
}

func (m *tagMatcher) matches(labels []Label) bool {
	switch {
	case m.isRange:
		return slices.ContainsFunc(labels, func(l Label) bool {
			return l.Numeric && (!m.hasKey || l.Key == m.key) && m.in.holds(l.Number, l.Unit)
		})
	case m.hasKey:
		return slices.ContainsFunc(m.expressions, func(re *regexp.Regexp) bool {
			return slices.ContainsFunc(labels, func(l Label) bool {
				return !l.Numeric && l.Key == m.key && re.MatchString(l.Text)
			})
		})
	}
	for _, re := range m.expressions {
		if !slices.ContainsFunc(labels, func(l Label) bool { return !l.Numeric && re.MatchString(l.Key+":"+l.Text) }) {
			return false
		}
	}
	return true
}

// tagRange is a range of numbers, both ends included, in the smallest unit of its kind. The kind is empty
// for numbers without a unit, and for units that do not convert.
type tagRange struct {
	low, high int64
	kind      string
}

var tagNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([+-]?[0-9]+)([a-zA-Zµ]*)$`) })

// parseTagRange reads "4kb:1mb", "4kb:", ":1mb" or "4kb".
func parseTagRange(text string) (in tagRange, ok bool) {
	from, to, isRange := strings.Cut(text, ":")
	if !isRange {
		to = from
	}
	low, lowKind, lowOK := parseTagNumber(from)
	high, highKind, highOK := parseTagNumber(to)
	switch {
	case from == "" && highOK:
		return tagRange{math.MinInt64, high, highKind}, true
	case to == "" && lowOK:
		return tagRange{low, math.MaxInt64, lowKind}, true
	}
	return tagRange{low, high, lowKind}, lowOK && highOK && lowKind == highKind
}

func parseTagNumber(text string) (value int64, kind string, ok bool) {
	parts := tagNumber().FindStringSubmatch(text)
	if parts == nil {
		return 0, "", false
	}
	value, err := strconv.ParseInt(parts[1], 10, 64)
	size, kind := tagUnit(parts[2])
	return scaleSaturating(value, size), kind, err == nil
}

// holds says whether a number is in the range. A range with a unit holds only numbers whose unit converts
// to it; one without is compared with the plain number.
func (in tagRange) holds(value int64, unit string) bool {
	if in.kind != "" {
		size, kind := tagUnit(unit)
		if kind != in.kind {
			return false
		}
		value = scaleSaturating(value, size)
	}
	return in.low <= value && value <= in.high
}

// tagUnit returns how many of the smallest unit of its kind a unit is.
func tagUnit(unit string) (size int64, kind string) {
	switch strings.ToLower(unit) {
	case "b", "byte", "bytes":
		return 1, "size"
	case "kb", "kib", "kilobyte", "kilobytes", "kbyte", "kbytes":
		return 1 << 10, "size"
	case "mb", "mib", "megabyte", "megabytes", "mbyte", "mbytes":
		return 1 << 20, "size"
	case "gb", "gib", "gigabyte", "gigabytes", "gbyte", "gbytes":
		return 1 << 30, "size"
	case "tb", "tib", "terabyte", "terabytes", "tbyte", "tbytes":
		return 1 << 40, "size"
	case "ns", "nanosecond", "nanoseconds":
		return 1, "time"
	case "us", "µs", "microsecond", "microseconds":
		return 1e3, "time"
	case "ms", "millisecond", "milliseconds":
		return 1e6, "time"
	case "s", "sec", "second", "seconds":
		return 1e9, "time"
	case "min", "minute", "minutes":
		return 60e9, "time"
	case "hr", "hrs", "hour", "hours":
		return 3600e9, "time"
	}
	return 1, ""
}

// scaleSaturating multiplies by a positive factor; what does not fit becomes the nearest value.
func scaleSaturating(value, factor int64) int64 {
	magnitude := uint64(value)
	if value < 0 {
		magnitude = -magnitude
	}
	high, low := bits.Mul64(magnitude, uint64(factor))
	switch {
	case value < 0 && (high > 0 || low > math.MaxInt64):
		return math.MinInt64
	case high > 0 || low > math.MaxInt64:
		return math.MaxInt64
	}
	return value * factor
}
