package traceevents_test

import (
	"fmt"
	"strings"
	"testing"

	"fold/sources"
	"fold/sources/sourcestest"
)

// TestCrossing checks that intervals that all cross each other end in an error and not in hours of work, and that as many
// that lie in each other are read.
func TestCrossing(t *testing.T) {
	const n = 20000
	trace := func(event string) string { return "[" + strings.TrimSuffix(event, ",") + "]" }
	var crossed, nested strings.Builder
	for i := range n {
		fmt.Fprintf(&crossed, `{"name":"f","ph":"X","ts":%d,"dur":%d,"pid":1,"tid":1},`, i, n)
		fmt.Fprintf(&nested, `{"name":"f","ph":"X","ts":%d,"dur":%d,"pid":1,"tid":1},`, i, 2*n-2*i)
	}
	_, _, err := sources.Read(strings.NewReader(trace(crossed.String())), sources.Options{})
	if err == nil || !strings.Contains(err.Error(), "cross each other") {
		t.Errorf("crossed: %v", err)
	}
	p, _ := sourcestest.MustRead(t, []byte(trace(nested.String())), sources.Options{})
	if got, want := p.Total(0), int64(2*n*1000); got != want {
		t.Errorf("nested: %d ns, want %d", got, want)
	}
}
