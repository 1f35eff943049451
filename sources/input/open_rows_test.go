package input_test

import (
	"fmt"
	"strings"
	"testing"

	"fold/sources/input"
)

func TestOpenRows(t *testing.T) {
	var rows input.OpenRows[string]
	var log []string
	closed := func(row *string) { log = append(log, *row+" closed under "+strings.Join(rows.Rows(), ";")) }
	for _, line := range []string{" main", "   deep", "  next", "other", " leaf"} {
		indent, name := input.CutIndent([]byte(line))
		parent := "nobody"
		if above := rows.Parent(indent); above != nil {
			parent = *above
		}
		log = append(log, fmt.Sprintf("%s under %s, skips %v", name, parent, rows.Skips(indent, 1)))
		rows.Add(indent, string(name), closed)
	}
	rows.Close(closed)
	want := []string{
		"main under nobody, skips false",
		"deep under main, skips true",
		"next under main, skips false", "deep closed under main;deep",
		"other under nobody, skips false", "next closed under main;next", "main closed under main",
		"leaf under other, skips false",
		"leaf closed under other;leaf", "other closed under other",
	}
	if got := strings.Join(log, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

func TestShare(t *testing.T) {
	for _, test := range []struct {
		total         int64
		slack         float64
		callees       []int64
		self, missing int64
	}{
		{total: 12, self: 12},
		{total: 12, slack: 5, self: 12}, // a leaf's own weight is its total, rounded or not
		{total: 12, callees: []int64{8, 3}, self: 1},
		{total: 3410, slack: 5.12, callees: []int64{1710, 1710}, self: 0}, // 10 too little, within the rounding of three
		{total: 3430, slack: 5.12, callees: []int64{1710, 1710}, self: 0}, // 10 left over
		{total: 3450, slack: 5.12, callees: []int64{1710, 1710}, self: 30},
		{total: 100, callees: []int64{80, 60}, missing: 40},
	} {
		share := input.Share{Total: test.total, Slack: test.slack}
		for _, callee := range test.callees {
			share.Take(input.Share{Total: callee, Slack: test.slack})
		}
		if self, missing := share.Self(); self != test.self || missing != test.missing {
			t.Errorf("%v: got %d, %d; want %d, %d", test, self, missing, test.self, test.missing)
		}
	}
}
