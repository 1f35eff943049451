package web

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"fold/flame/page"
)

// handlerKinds are the kinds of recordings and their titles.
var handlerKinds = map[string]string{
	"wall":      "Wall clock of all goroutines",
	"cpu":       "CPU",
	"allocs":    "Allocations",
	"mutex":     "Contention of locks",
	"block":     "Blocked goroutines",
	"heap":      "Memory in use",
	"goroutine": "Goroutines",
}

// handlerView is a way to show a recording.
type handlerView struct{ name, extension, contentType, disposition string }

var handlerViews = []handlerView{
	{"svg", ".svg", "image/svg+xml", "inline"},
	{"html", ".html", "text/html; charset=utf-8", "inline"},
	{"top", ".txt", "text/plain; charset=utf-8", "inline"},
	{"folded", ".folded", "text/plain; charset=utf-8", "inline"},
	{"pprof", ".pb.gz", "application/octet-stream", "attachment"},
}

// The bounds of a recording, in seconds. A shorter one has a handful of samples.
const (
	leastSeconds = 0.1
	mostSeconds  = 60
)

// parse reads the query of a request. A word that it does not know is an error: "second=10" would record
// for five seconds without a word.
func parse(query url.Values) (*answer, error) {
	a := &answer{kind: "wall", view: handlerViews[0], state: "busy", duration: 5 * time.Second}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		values := query[name]
		if len(values) > 1 {
			return nil, fmt.Errorf("%s is given %d times", name, len(values))
		}
		if err := a.set(name, values[0]); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// set takes one word of the query.
func (a *answer) set(name, value string) error {
	switch name {
	case "seconds":
		seconds, err := strconv.ParseFloat(value, 64)
		if err != nil || !(seconds >= leastSeconds && seconds <= mostSeconds) { // neither is true of NaN
			return fmt.Errorf("seconds: it must be a number from %v to %v", leastSeconds, mostSeconds)
		}
		a.duration = time.Duration(seconds * float64(time.Second))
	case "kind":
		if handlerKinds[value] == "" {
			return mustBe("kind", slices.Sorted(maps.Keys(handlerKinds)))
		}
		a.kind = value
	case "state":
		if value != "busy" && value != "all" {
			return mustBe("state", []string{"busy", "all"})
		}
		a.state = value
	case "view":
		return a.setView(value)
	default:
		return fmt.Errorf("unknown parameter %q: the parameters are seconds, kind, view and state", name)
	}
	return nil
}

// recordings returns what a page may ask for.
func recordings() (list []page.Recording) {
	for _, kind := range slices.Sorted(maps.Keys(handlerKinds)) {
		list = append(list, page.Recording{Kind: kind, Title: handlerKinds[kind]})
	}
	return list
}

// recording returns what the page shows.
func (a *answer) recording() page.Recording {
	return page.Recording{Kind: a.kind, Seconds: a.duration.Seconds()}
}

func (a *answer) setView(name string) error {
	var names []string
	for _, view := range handlerViews {
		if view.name == name {
			a.view = view
			return nil
		}
		names = append(names, view.name)
	}
	return mustBe("view", names)
}

func mustBe(name string, words []string) error {
	return fmt.Errorf("%s: it must be one of %s", name, strings.Join(words, ", "))
}

// takesTime reports whether the kind is about what happens in a time, and not about how things stand.
func (a *answer) takesTime() bool { return a.kind != "heap" && a.kind != "goroutine" }

// hidesIdle reports whether goroutines that wait for work are to be left out.
func (a *answer) hidesIdle() bool {
	return a.state == "busy" && (a.kind == "wall" || a.kind == "goroutine")
}

// elsewhere says where to look when there is nothing to see.
func (a *answer) elsewhere() string {
	if a.hidden == "" {
		return ""
	}
	return " (state=all shows " + a.hidden + ")"
}
