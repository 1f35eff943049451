package input

import (
	"math"
	"strconv"
	"testing"
)

func TestColumn(t *testing.T) {
	var c Column[int32]
	const n = 3*columnPage + 5
	for i := range n {
		c.Append(int32(i))
	}
	c.Set(columnPage, -1)
	for i := range n {
		want := int32(i)
		if i == columnPage {
			want = -1
		}
		if got := c.At(i); got != want {
			t.Fatalf("at %d: got %d, want %d", i, got, want)
		}
	}
	if c.Len() != n {
		t.Errorf("got length %d, want %d", c.Len(), n)
	}
}

func TestSeries(t *testing.T) {
	var s Series
	values := []int64{0, -1, 63, 64, -64, 1 << 20, math.MaxInt64, math.MinInt64}
	for i := range 30000 {
		s.Append(values[i%len(values)])
	}
	r := s.All()
	for i := range 30000 {
		if got, ok := r.Next(); !ok || got != values[i%len(values)] {
			t.Fatalf("number %d: got %d %v, want %d", i, got, ok, values[i%len(values)])
		}
	}
	if _, ok := r.Next(); ok || s.Len() != 30000 {
		t.Error("there are more numbers than were added")
	}
}

func TestIDs(t *testing.T) {
	var ids IDs
	texts := []string{"0", "7", "07", "", "-1", "999999999", "9007199254740993", "a", "2000", "1500000"}
	for i := range 3000 {
		texts = append(texts, strconv.Itoa(3000000+i), strconv.Itoa(10000+i))
	}
	for range 2 {
		for want, text := range texts {
			if got := ids.Of([]byte(text)); got != int32(want) {
				t.Fatalf("%q: got %d, want %d", text, got, want)
			}
		}
	}
	if _, known := ids.Find([]byte("8")); known || ids.Len() != len(texts) {
		t.Error("an id is known that was never added")
	}
}
