package sources

import (
	"fmt"
	"math"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"
)

// tagFilter chooses samples by their labels, with pprof's rules. The zero value keeps all.
type tagFilter struct {
	focus, ignore func(*profile.Sample) bool // nil: not asked for
}

func newTagFilter(o Options) (f tagFilter, err error) {
	if f.focus, err = tagMatcher(o.TagFocus); err != nil {
		return f, fmt.Errorf("--tagfocus: %w", err)
	}
	if f.ignore, err = tagMatcher(o.TagIgnore); err != nil {
		return f, fmt.Errorf("--tagignore: %w", err)
	}
	return f, nil
}

func (f tagFilter) keeps(s *profile.Sample) bool {
	return (f.focus == nil || f.focus(s)) && (f.ignore == nil || !f.ignore(s))
}

// tagMatcher reads an expression over labels; nil for an empty one. It is one of
//
//	endpoint=fib      the label endpoint matches the regular expression; "a,b": one of several
//	fib               some label matches, written "key:value"; "a,b": each of several does
//	bytes=4kb:1mb     the numeric label bytes is in the range; "4kb:" and ":1mb" are half open
//	4kb               some numeric label is just that
func tagMatcher(text string) (func(*profile.Sample) bool, error) {
	if text == "" {
		return nil, nil
	}
	key, value, hasKey := strings.Cut(text, "=")
	if !hasKey {
		key, value = "", text
	}
	if in, ok := parseTagRange(value); ok {
		return in.matcher(key, hasKey), nil
	}
	var expressions []*regexp.Regexp
	for part := range strings.SplitSeq(value, ",") {
		re, err := regexp.Compile(part)
		if err != nil {
			return nil, err
		}
		expressions = append(expressions, re)
	}
	if hasKey {
		return func(s *profile.Sample) bool { return anyMatches(expressions, s.Label[key]) }, nil
	}
	return func(s *profile.Sample) bool { return allMatch(expressions, s.Label) }, nil
}

func anyMatches(expressions []*regexp.Regexp, values []string) bool {
	for _, re := range expressions {
		if slices.ContainsFunc(values, re.MatchString) {
			return true
		}
	}
	return false
}

func allMatch(expressions []*regexp.Regexp, labels map[string][]string) bool {
	for _, re := range expressions {
		if !matchesLabel(re, labels) {
			return false
		}
	}
	return true
}

func matchesLabel(re *regexp.Regexp, labels map[string][]string) bool {
	for key, values := range labels {
		for _, value := range values {
			if re.MatchString(key + ":" + value) {
				return true
			}
		}
	}
	return false
}

// tagRange is a range of numbers, both ends included, in the smallest unit of its kind. The kind is empty
// for numbers without a unit, and for units that do not convert.
type tagRange struct {
	low, high int64
	kind      string
}

var tagNumber = regexp.MustCompile(`^([+-]?[0-9]+)([a-zA-Zµ]*)$`)

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
	parts := tagNumber.FindStringSubmatch(text)
	if parts == nil {
		return 0, "", false
	}
	value, err := strconv.ParseInt(parts[1], 10, 64)
	size, kind := tagUnit(parts[2])
	return scaleSaturating(value, size), kind, err == nil
}

func (in tagRange) matcher(key string, hasKey bool) func(*profile.Sample) bool {
	if hasKey {
		return func(s *profile.Sample) bool { return in.holdsAny(s, key) }
	}
	return func(s *profile.Sample) bool {
		for key := range s.NumLabel {
			if in.holdsAny(s, key) {
				return true
			}
		}
		return false
	}
}

func (in tagRange) holdsAny(s *profile.Sample, key string) bool {
	for i, value := range s.NumLabel[key] {
		if in.holds(value, labelUnit(s, key, i)) {
			return true
		}
	}
	return false
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
