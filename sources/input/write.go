package input

import (
	"bytes"
	"encoding/json"

	"fold/collapse"
)

// ErrNegative is what writers return whose format cannot store weights below zero.
var ErrNegative = Errorf("weights below zero cannot be written: leave them out first")

// JSONText returns a text as a string of JSON. Bytes that are not UTF-8 become U+FFFD.
func JSONText(text string) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string can always be encoded
	return bytes.TrimSuffix(out.Bytes(), newline)
}

// Numbering numbers distinct things from 1 in the order of their first sight. The zero value holds nothing.
type Numbering[T comparable] struct {
	List  []T // the things, that of number 1 first
	known map[T]uint64
}

// Of returns the number of a thing, adding it if it is new.
func (n *Numbering[T]) Of(thing T) uint64 {
	id, known := n.known[thing]
	if !known {
		if n.known == nil {
			n.known = make(map[T]uint64)
		}
		n.List = append(n.List, thing)
		id = uint64(len(n.List))
		n.known[thing] = id
	}
	return id
}

// ColumnNames returns the names of the columns, with their events where there are several.
func ColumnNames(metrics []collapse.Metric) []string {
	several := false
	for _, m := range metrics {
		several = several || m.Event != metrics[0].Event
	}
	names := make([]string, len(metrics))
	for i, m := range metrics {
		switch names[i] = m.Name; {
		case m.Name == "":
			names[i] = "samples"
		case several && m.Event != "" && m.Event != m.Name:
			names[i] = m.Event + "/" + m.Name
		}
	}
	return names
}
