package tables_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	library "github.com/parquet-go/parquet-go"

	"fold/sources"
	"fold/sources/sourcestest"
)

// TestReadLibrary has sources/parquet read what the library writes in several ways, which must all be the same.
func TestReadLibrary(t *testing.T) {
	type row struct {
		Stack  []string `parquet:"stack,list" parquet-element:",plain"`
		Weight *int32   `parquet:"w,optional,plain"`
	}
	type dictRow struct {
		Stack  []string `parquet:"stack,list" parquet-element:",dict"`
		Weight *int32   `parquet:"w,optional,dict"`
	}
	var rows []row
	var dictRows []dictRow
	want := make(map[string]int)
	for i := range 30_000 {
		weight := int32(i % 1000)
		r := row{[]string{"main"}, &weight}
		for depth := range i % 5 {
			r.Stack = append(r.Stack, fmt.Sprint("f", i%(300+depth)))
		}
		if i%7 == 0 {
			r.Weight = nil
		} else {
			want[strings.Join(r.Stack, ";")] += int(weight)
		}
		rows, dictRows = append(rows, r), append(dictRows, dictRow(r))
	}
	var lines []string
	for stack, w := range want {
		lines = append(lines, fmt.Sprintf("%s %d", stack, w))
	}
	for _, version := range []int{1, 2} {
		for _, codec := range []library.WriterOption{
			library.Compression(&library.Uncompressed), library.Compression(&library.Snappy), library.Compression(&library.Zstd), library.Compression(&library.Gzip),
		} {
			options := []library.WriterOption{codec, library.DataPageVersion(version), library.MaxRowsPerRowGroup(11_000), library.PageBufferSize(5_000)}
			for _, data := range [][]byte{write(t, rows, options), write(t, dictRows, options)} {
				p, _ := sourcestest.MustRead(t, data, sources.Options{})
				sourcestest.Same(t, sourcestest.ColumnText(t, p, ""), sourcestest.ColumnText(t, sourcestest.FromFolded(t, strings.Join(lines, "\n")+"\n"), ""))
			}
		}
	}
}

func write[T any](t *testing.T, rows []T, options []library.WriterOption) []byte {
	t.Helper()
	var out bytes.Buffer
	w := library.NewGenericWriter[T](&out, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
