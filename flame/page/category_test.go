package page

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"fold/collapse"
	"fold/collapse/category"
	"fold/flame/table"
)

// TestCategories: the page's sums of categories are those of fold top --by category.
func TestCategories(t *testing.T) {
	for _, file := range []string{"demo/fold-cpu.pb.gz", "pprof/go-fgprof.pb.gz", "sample/01-basic-two-threads.txt", "pprof/go-heap.pb.gz", "perf/05-anonymous-namespace.txt"} {
		raw, err := os.ReadFile(filepath.Join("..", "..", "testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		p := read(t, string(raw))
		want := map[string]float64{}
		for _, r := range table.Top(category.Group(p), table.Options{}).Rows {
			if r.Self != 0 {
				want[r.Function] = float64(r.Self)
			}
		}
		var got map[string]float64
		node(t, `
import { parse } from "./data/codec.js";
import { Profile } from "./data/profile.js";
const profile = new Profile(parse(new Uint8Array(Buffer.from(input, "base64"))));
profile.update({ chips: [], t: "", m: "", side: "" });
console.log(JSON.stringify(Object.fromEntries(profile.groups("category").map(([key, weight]) => [profile.head.cats[key], weight]))));
`, inflated(t, write(t, p, Options{})), &got)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", file, got, want)
		}
		testCategoryFilters(t, file, p, want)
	}
}

// testCategoryFilters: what is left without a category is all but its row, and with it alone the row.
func testCategoryFilters(t *testing.T, file string, p *collapse.Profile, rows map[string]float64) {
	for i, name := range category.Names() {
		set := category.Of(category.Category(i))
		kept := category.Filter{Focus: set}.Filter(p).Total(p.Default)
		left := category.Filter{Ignore: set}.Filter(p).Total(p.Default)
		if whole := p.Total(p.Default); float64(kept) != rows[name] || float64(left) != float64(whole)-rows[name] {
			t.Errorf("%s, %s: %d are kept and %d left of %d, want %v kept", file, name, kept, left, whole, rows[name])
		}
	}
}
