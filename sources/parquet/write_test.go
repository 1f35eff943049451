package parquet

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	library "github.com/parquet-go/parquet-go"
)

// writtenRow is a row of all types of columns, as the library reads it.
type writtenRow struct {
	ID      int64             `parquet:"id"`
	Small   int32             `parquet:"small"`
	Time    *int64            `parquet:"time,optional,timestamp(millisecond)"`
	Name    string            `parquet:"name"`
	Lines   []int64           `parquet:"lines,list"`
	Stack   []string          `parquet:"stack,list"`
	Labels  map[string]string `parquet:"labels"`
	Repeats int64             `parquet:"repeats"`
}

// TestWriter has the library read what is written, over several pages and groups of rows.
func TestWriter(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 11))
	for _, n := range []int{0, 1, 7, 8, 9, 2000, 2001, rowsOfPage + 1} {
		rows := make([]writtenRow, n)
		var out bytes.Buffer
		w := NewWriter(&out, Column{"id", Int64}, Column{"small", Int8}, Column{"time", Millis}, Column{"name", Text},
			Column{"lines", Int64s}, Column{"stack", Texts}, Column{"labels", TextMap}, Column{"repeats", Int64})
		if n < rowsOfPage {
			w.most = 1000
		}
		for i := range rows {
			rows[i] = randomRow(random)
			if err := rows[i].write(w); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := library.Read[writtenRow](bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil || len(got) != n {
			t.Fatalf("%d rows: got %d: %v", n, len(got), err)
		}
		for i, row := range rows {
			if got, want := got[i].String(), row.String(); got != want {
				t.Fatalf("row %d of %d\n got %s\nwant %s", i, n, got, want)
			}
		}
	}
}

func randomRow(random *rand.Rand) writtenRow {
	row := writtenRow{ID: int64(random.Uint64()), Small: int32(int8(random.Uint32())), Repeats: int64(random.IntN(3)) - 1}
	if random.IntN(3) > 0 {
		ms := random.Int64N(1 << 42)
		row.Time = &ms
	}
	if random.IntN(40) == 0 {
		row.ID, row.Name = math.MinInt64, strings.Repeat("é", random.IntN(300))
	}
	for range random.IntN(4) * random.IntN(3) {
		row.Lines = append(row.Lines, int64(random.IntN(20_000)))
		row.Stack = append(row.Stack, fmt.Sprint("f", random.IntN(300)))
	}
	for i := range random.IntN(3) {
		if row.Labels == nil {
			row.Labels = make(map[string]string)
		}
		row.Labels[fmt.Sprint("key", i)] = fmt.Sprint(random.IntN(5))
	}
	return row
}

func (row writtenRow) write(w *Writer) error {
	w.Number(0, row.ID)
	w.Number(1, int64(row.Small))
	if row.Time != nil {
		w.Number(2, *row.Time)
	}
	if row.Name != "" { // what is not given is that
		w.Text(3, row.Name)
	}
	for _, n := range row.Lines {
		w.Number(4, n)
	}
	for _, s := range row.Stack {
		w.Text(5, s)
	}
	for key, value := range row.Labels {
		w.Entry(6, key, value)
	}
	w.Number(7, row.Repeats)
	return w.EndRow()
}

// String is the row as text. Empty lists are as good as none.
func (row writtenRow) String() string {
	at := "never"
	if row.Time != nil {
		at = fmt.Sprint(*row.Time)
	}
	return fmt.Sprint(row.ID, row.Small, at, row.Name, row.Lines, row.Stack, row.Labels, row.Repeats)
}

// TestSchema has the library say what columns there are.
func TestSchema(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out, Column{"time", Millis}, Column{"scale", Int8}, Column{"stack", Texts}, Column{"labels", TextMap})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := library.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	const want = `message schema {
	optional int64 time (TIMESTAMP(isAdjustedToUTC=true,unit=MILLIS));
	required int32 scale (INT(8,true));
	required group stack (LIST) {
		repeated group list {
			required binary element (STRING);
		}
	}
	required group labels (MAP) {
		repeated group key_value {
			required binary key (STRING);
			required binary value (STRING);
		}
	}
}`
	if got := f.Schema().String(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestBounds: engines pass over groups of rows whose least and largest numbers show that they need none of them.
func TestBounds(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out, Column{"time", Millis}, Column{"weight", Int64})
	for _, n := range []int64{5, -7, 3} {
		w.Number(1, n)
		if n > 0 {
			w.Number(0, n)
		}
		if err := w.EndRow(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := library.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range f.Metadata().RowGroups[0].Columns {
		s := c.MetaData.Statistics
		least, largest := plain{leaf{kind: kindInt64}, s.MinValue}, plain{leaf{kind: kindInt64}, s.MaxValue}
		from, _ := least.next()
		to, _ := largest.next()
		got = append(got, fmt.Sprint(from.number, to.number, s.NullCount))
	}
	if want := []string{"3 5 1", "-7 5 0"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestHybrid reads back numbers of each width, in which some repeat.
func TestHybrid(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		width := 1 + random.IntN(20)
		var numbers []uint32
		for len(numbers) < 100 && random.IntN(9) > 0 {
			n := random.Uint32N(1 << width)
			for range 1 + random.IntN(2)*random.IntN(20) {
				numbers = append(numbers, n)
			}
		}
		h := hybrid{data: appendHybrid(nil, numbers, width), width: width}
		for i, want := range numbers {
			if got, ok := h.next(); !ok || got != uint64(want) {
				t.Fatalf("width %d, %v: number %d is %d", width, numbers, i, got)
			}
		}
	}
}
