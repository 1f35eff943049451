package firefox_test

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
	"fold/sources/sourcestest"
)

// TestSums checks that samples which are added up for each stack give what they give one by one, as they are read where
// somebody wants to know their order.
func TestSums(t *testing.T) {
	text := string(samplyFile(200, 3000))
	for name, change := range map[string]func(string) string{
		"as samply writes it": func(text string) string { return text },
		"no weights":          func(text string) string { return replaced(t, text, `"weight":[1,`, `"not read":[1,`) },
		"different weights": func(text string) string {
			return strings.ReplaceAll(replaced(t, text, `"weightType":"samples"`, `"weightType":"tracing-ms"`), ",1,1,1", ",2,2,2")
		},
		"no weight": func(text string) string { return strings.ReplaceAll(text, "weight\":[1,1,1,1", "weight\":[0,0,0,0") },
		"times": func(text string) string {
			return replaced(t, text, `"weightType":"samples"`, `"weightType":"tracing-ms"`)
		},
		"bytes behind weights": func(text string) string {
			return replaced(t, replaced(t, text, `"weightType":"samples",`, ""), `"length":3000`, `"weightType":"bytes"`)
		},
		"no CPU times": func(text string) string { return replaced(t, text, `"threadCPUDelta":[`, `"not read":[`) },
		"odd CPU times": func(text string) string {
			return replaced(t, text, `"threadCPUDelta":[`, `"threadCPUDelta":[5,-7,null,9000000000000,`)
		},
		"stacks not there": func(text string) string {
			return replaced(t, text, `"samples":{"stack":[`, `"samples":{"stack":[null,200,999999,-1,`)
		},
		"a stack in itself": func(text string) string { return replaced(t, text, `"prefix":[null`, `"prefix":[0`) },
	} {
		t.Run(name, func(t *testing.T) {
			text := []byte(change(text))
			summed, report := sourcestest.MustRead(t, text, sources.Options{})
			each, eachReport := sourcestest.MustRead(t, text, sources.Options{Samples: true})
			if got, want := fmt.Sprint(summed.Metrics), fmt.Sprint(each.Metrics); got != want {
				t.Errorf("got %s\nwant %s", got, want)
			}
			if !maps.Equal(weighed(t, summed), weighed(t, each)) {
				t.Error("the sums or their squares differ")
			}
			sourcestest.Same(t, sourcestest.Warnings(summed, report), sourcestest.Warnings(each, eachReport))
		})
	}
}

func replaced(t *testing.T, text, old, with string) string {
	t.Helper()
	if !strings.Contains(text, old) {
		t.Fatalf("no %s", old)
	}
	return strings.Replace(text, old, with, 1)
}

// weighed returns what each stack weighs in all columns, and the squares of its samples.
func weighed(t *testing.T, p *collapse.Profile) map[string]string {
	t.Helper()
	all := map[string]string{}
	for walk := collapse.NewWalk(p); walk.Next(); {
		var stack, weights bytes.Buffer
		for _, n := range walk.Path {
			fmt.Fprintln(&stack, p.Frame(p.FrameOf(n)).Name)
		}
		for m := range p.Metrics {
			fmt.Fprintln(&weights, p.Self(m, walk.Node()), p.Square(m, walk.Node()))
		}
		all[stack.String()] = weights.String()
	}
	if len(all) == 0 {
		t.Fatal("no stacks")
	}
	return all
}
