package instruments

import (
	"bytes"
	"unicode/utf8"

	"fold/collapse"
	"fold/sources/input"
)

// kind is what a call tree weighs.
type kind uint8

const (
	duration kind = iota
	cycles
	space
)

var metrics = [...]collapse.Metric{
	duration: {Name: "time", Unit: "nanoseconds"},
	cycles:   {Name: "cycles", Unit: "count"},
	space:    {Name: "bytes", Unit: "bytes"},
}

// bareFactor is the factor of a number without a unit. Only "Self (ms)" has such.
var bareFactor = [...]int64{duration: 1e6, cycles: 1, space: 1}

type unit struct {
	kind   kind
	factor int64
}

// units are those that Instruments prints. Its KB are 1024 bytes, its Kc 1000 cycles.
var units = map[string]unit{
	"ns": {duration, 1}, "µs": {duration, 1e3}, "μs": {duration, 1e3}, "us": {duration, 1e3}, "ms": {duration, 1e6},
	"s": {duration, 1e9}, "min": {duration, 60e9}, "h": {duration, 3600e9}, "hr": {duration, 3600e9},
	"c": {cycles, 1}, "cycles": {cycles, 1}, "cycle": {cycles, 1}, "Kc": {cycles, 1e3}, "Mc": {cycles, 1e6}, "Gc": {cycles, 1e9}, "Tc": {cycles, 1e12},
	"Byte": {space, 1}, "Bytes": {space, 1}, "B": {space, 1}, "byte": {space, 1}, "bytes": {space, 1},
	"KB": {space, 1 << 10}, "MB": {space, 1 << 20}, "GB": {space, 1 << 30}, "TB": {space, 1 << 40},
	"KiB": {space, 1 << 10}, "MiB": {space, 1 << 20}, "GiB": {space, 1 << 30}, "TiB": {space, 1 << 40},
}

// cutPercent takes the per cent off the end of a value: "40.0ms  100.0%", "4,93 s  100,0 %".
func cutPercent(cell []byte) (value, percent []byte) {
	cell = trimRight(cell)
	n := len(cell)
	if n == 0 || cell[n-1] != '%' {
		return cell, nil
	}
	cell = trimRight(cell[:n-1])
	start := len(cell)
	for start > 0 && (cell[start-1] >= '0' && cell[start-1] <= '9' || cell[start-1] == '.' || cell[start-1] == ',') {
		start--
	}
	return trimRight(cell[:start]), cell[start:]
}

// cutUnit splits a number from the unit that follows it, with or without a blank.
func cutUnit(cell []byte) (number, unit []byte) {
	cell = trimRight(cell)
	start := len(cell)
	for start > 0 {
		r, size := utf8.DecodeLastRune(cell[:start])
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != 'µ' && r != 'μ' {
			break
		}
		start -= size
	}
	return trimRight(cell[:start]), cell[start:]
}

// trimRight takes blanks of all widths off the end.
func trimRight(text []byte) []byte {
	return bytes.TrimRightFunc(text, input.IsAnyBlank)
}
