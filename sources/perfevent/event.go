package perfevent

import (
	"bytes"
	"strings"

	"fold/collapse"
	"fold/sources/input"
)

// Metrics returns the two columns of an event: the summed periods, or samples where there are none, and one
// for each sample.
func Metrics(event string, hasPeriod bool) (weight, samples collapse.Metric) {
	name := hybridEvent(event)
	weight = collapse.Metric{Event: name, Name: name, Unit: unit(name, hasPeriod)}
	if name == "" {
		weight.Name = "period"
	}
	return weight, collapse.Metric{Event: name, Name: "samples", Unit: "count"}
}

// hybridEvent returns "cycles:u" for "cpu_core/cycles/u" and "cpu_atom/cycles/u": one event, counted on the two
// kinds of cores of a hybrid processor. Only the modifier P, as precise as possible, chooses nothing. Other events
// come back as they are.
func hybridEvent(event string) string {
	for _, unit := range []string{"cpu_core/", "cpu_atom/"} {
		rest, found := strings.CutPrefix(event, unit)
		if !found {
			continue
		}
		name, modifiers, found := strings.Cut(rest, "/")
		modifiers = strings.ReplaceAll(strings.TrimPrefix(modifiers, ":"), "P", "")
		switch {
		case !found:
		case modifiers == "":
			return name
		default:
			return name + ":" + modifiers
		}
	}
	return event
}

// unit returns the unit of an event's period: the software clocks count nanoseconds.
func unit(event string, hasPeriod bool) string {
	clock, _, _ := strings.Cut(event, ":")
	if hasPeriod && (clock == "cpu-clock" || clock == "task-clock") {
		return "nanoseconds"
	}
	return "count"
}

// Command returns the root frame of a command: "tmux: server" becomes "tmux:_server".
func Command(command []byte) collapse.Frame {
	name := bytes.Clone(command)
	for i, c := range name {
		if input.IsBlank(c) {
			name[i] = '_'
		}
	}
	return collapse.Frame{Name: string(name), Kind: collapse.KindThread}
}
