package parquet

import (
	"fmt"
	"slices"
	"strings"

	"fold/sources/input"
)

// The types of columns that are read.
const (
	kindBoolean = 0
	kindInt32   = 1
	kindInt64   = 2
	kindInt96   = 3
	kindFloat   = 4
	kindDouble  = 5
	kindBytes   = 6
	kindFixed   = 7
)

// leaf is a column of the file.
type leaf struct {
	path     []string
	kind     int64
	isText   bool
	isNumber bool // that can be a weight, and no time or date
	unsigned bool
	length   int // of a value of kindFixed, in bytes
	digits   int // of a decimal, behind its point
	repeated int // how many of the groups that it stands in, and itself, are lists
	defined  int // how many may be missing
}

func (l leaf) name() string { return l.path[0] }

func (l leaf) String() string { return strings.Join(l.path, ".") }

// The fields of an element of the schema, and the logical types of its logicalType and convertedType.
const (
	elementKind, elementLength, elementRepetition, elementName, elementChildren, elementConverted, elementScale, elementLogical = 1, 2, 3, 4, 5, 6, 7, 10

	logicalString, logicalEnum, logicalDecimal, logicalInteger, logicalJSON = 1, 4, 5, 10, 12
	convertedText, convertedEnum, convertedDecimal                          = 0, 4, 5
	convertedUint8, convertedInt64, convertedJSON                           = 11, 18, 19
)

// leaves returns the columns of a schema, which is a tree in the order of its nodes.
func leaves(schema []value) ([]leaf, error) {
	if len(schema) == 0 {
		return nil, errDamaged
	}
	s := schemaReader{rest: schema[1:]}
	for range schema[0].fields[elementChildren].number {
		if err := s.element(leaf{}); err != nil {
			return nil, err
		}
	}
	return s.leaves, nil
}

type schemaReader struct {
	rest   []value
	leaves []leaf
}

func (s *schemaReader) element(in leaf) error {
	if len(s.rest) == 0 || len(in.path) > mostDepth {
		return errDamaged
	}
	e := s.rest[0].fields
	s.rest = s.rest[1:]
	in.path = append(in.path[:len(in.path):len(in.path)], string(e[elementName].text))
	switch e[elementRepetition].number {
	case 1:
		in.defined++
	case 2:
		in.repeated, in.defined = in.repeated+1, in.defined+1
	}
	if children := e[elementChildren].number; children > 0 {
		for range children {
			if err := s.element(in); err != nil {
				return err
			}
		}
		return nil
	}
	in.classify(e)
	s.leaves = append(s.leaves, in)
	return nil
}

// classify says what the values of a column are good for.
func (l *leaf) classify(e fields) {
	converted, hasConverted := e[elementConverted]
	logical := e[elementLogical].fields
	_, isInteger := logical[logicalInteger]
	_, isDecimal := logical[logicalDecimal]
	if isDecimal = isDecimal || hasConverted && converted.number == convertedDecimal; isDecimal {
		l.digits = int(e[elementScale].number)
	}
	l.kind = e[elementKind].number
	switch l.kind {
	case kindBytes:
		l.isText = len(logical) == 0 && !hasConverted
		for _, id := range []int16{logicalString, logicalEnum, logicalJSON} {
			_, is := logical[id]
			l.isText = l.isText || is
		}
		l.isText = l.isText || hasConverted && (converted.number == convertedText || converted.number == convertedEnum || converted.number == convertedJSON)
	case kindInt32, kindInt64:
		integer := !hasConverted && len(logical) == 0 || isInteger || hasConverted && converted.number >= convertedUint8 && converted.number <= convertedInt64
		l.isNumber = integer || isDecimal
		l.unsigned = hasConverted && converted.number >= convertedUint8 && converted.number < convertedUint8+4
	case kindFixed:
		l.length = int(e[elementLength].number)
		l.isNumber = isDecimal && l.length > 0 && l.length <= mostDecimal
	case kindFloat, kindDouble:
		l.isNumber = true
	}
	l.isNumber = l.isNumber && l.digits >= 0 && l.digits <= mostDigits
}

// A decimal has at most so many bytes, and digits behind its point.
const (
	mostDecimal = 16
	mostDigits  = 9
)

// chosen are the columns that are read, as numbers of leaves.
type chosen struct {
	stack   int
	isList  bool  // the stack is a list of frames, and no text
	weights []int // one or two
}

// choose finds the columns in an answer of an engine: a list of texts, or else the first text, is the stack; one or two
// numbers are its weights.
func choose(all []leaf) (c chosen, err error) {
	c.stack = -1
	var names []string
	for i, l := range all {
		names = append(names, l.name())
		switch {
		case l.isText && l.repeated == 1 && (c.stack < 0 || all[c.stack].repeated == 0) && !isMap(all, i):
			c.stack = i
		case l.isText && l.repeated == 0 && c.stack < 0:
			c.stack = i
		case l.isNumber && l.repeated == 0 && l.name() != "stack_id" && l.name() != "scale":
			c.weights = append(c.weights, i)
		}
	}
	has := "it has " + strings.Join(names, ", ")
	switch {
	case slices.Contains(names, "stack_id") && !slices.Contains(names, "stack"):
		return c, input.Errorf("this is a table of samples, whose stacks stand in a table of their own: have an engine join them, see docs/engines.md")
	case c.stack < 0:
		return c, input.Errorf("no column of stacks, which are lists of texts, or texts with ; between their frames: %s", has)
	case len(c.weights) == 0:
		return c, input.Errorf("no column of weights, which are numbers: %s", has)
	case len(c.weights) > 2:
		return c, input.Errorf("which of %d columns of numbers are weights? Ask for a stack and one or two numbers: %s", len(c.weights), has)
	}
	c.isList = all[c.stack].repeated > 0
	return c, nil
}

// isMap reports whether a column is the keys or values of a map, as labels are.
func isMap(all []leaf, i int) bool {
	count := 0
	for _, l := range all {
		if l.name() == all[i].name() {
			count++
		}
	}
	return count > 1
}

func (l leaf) errorf(format string, args ...any) error {
	return input.Errorf("column %s: %s", l, fmt.Sprintf(format, args...))
}
