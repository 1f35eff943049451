package tables

import (
	"errors"
	"io"

	"github.com/parquet-go/parquet-go"
)

// parquetTables writes both tables as Parquet files, a group of rows at a time.
type parquetTables struct {
	samples *parquet.GenericWriter[sampleRow]
	stacks  *parquet.GenericWriter[stackRow]
	places  *parquet.GenericWriter[placedRow]

	rows  []sampleRow
	known map[*Label]map[string]string // labels as maps: sets of them are shared by rows
	out   io.Writer
}

type sampleRow struct {
	Time   *int64            `parquet:"time,optional,timestamp(millisecond)"`
	Labels map[string]string `parquet:"labels" parquet-key:",dict" parquet-value:",dict"`
	Metric string            `parquet:"metric,dict"`
	Unit   string            `parquet:"unit,dict"`
	Stack  int64             `parquet:"stack_id"`
	Weight int64             `parquet:"weight"`
	Scale  int32             `parquet:"scale,int(8)"`
}

type stackRow struct {
	ID     int64    `parquet:"stack_id"`
	Frames []string `parquet:"stack,list" parquet-element:",dict"`
}

type placedRow struct {
	ID      int64    `parquet:"stack_id"`
	Frames  []string `parquet:"stack,list" parquet-element:",dict"`
	Modules []string `parquet:"module,list" parquet-element:",dict"`
	Files   []string `parquet:"file,list" parquet-element:",dict"`
	Lines   []int64  `parquet:"line,list" parquet-element:",dict"`
}

// A group of rows is in memory until it is written: some 20 MB.
const rowsOfGroup = 1 << 18

// NewParquet returns tables as two Parquet files, packed with zstd:
//
//	samples   time timestamp(ms), labels map<string,string>, metric string, unit string, stack_id int64, weight int64, scale int8
//	stacks    stack_id int64, stack list<string>; and module, file and line, lists too, where they are asked for
func NewParquet(samples, stacks io.Writer) Output {
	return &parquetTables{
		samples: parquet.NewGenericWriter[sampleRow](samples, parquetOptions()...),
		known:   make(map[*Label]map[string]string), out: stacks,
	}
}

func parquetOptions() []parquet.WriterOption {
	return []parquet.WriterOption{parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(rowsOfGroup)}
}

// Sample writes a row of the table of samples.
func (t *parquetTables) Sample(s Sample) error {
	row := sampleRow{Labels: t.labels(s.Labels), Metric: s.Metric, Unit: s.Unit, Stack: s.Stack, Weight: s.Weight, Scale: int32(s.Scale)}
	if s.Time != NoTime {
		row.Time = &s.Time
	}
	if t.rows = append(t.rows, row); len(t.rows) < 1<<10 {
		return nil
	}
	return t.flush()
}

func (t *parquetTables) labels(labels []Label) map[string]string {
	if len(labels) == 0 {
		return nil
	}
	if all := t.known[&labels[0]]; all != nil {
		return all
	}
	all := make(map[string]string, len(labels))
	for _, l := range labels {
		all[l.Key] = l.Value
	}
	if len(t.known) < mostSets {
		t.known[&labels[0]] = all
	}
	return all
}

func (t *parquetTables) flush() error {
	_, err := t.samples.Write(t.rows)
	t.rows = t.rows[:0]
	return err
}

// Stack writes a row of the table of stacks.
func (t *parquetTables) Stack(s Stack) (err error) {
	if s.Places == nil {
		_, err = t.plain().Write([]stackRow{{s.ID, s.Frames}})
		return err
	}
	if t.places == nil {
		t.places = parquet.NewGenericWriter[placedRow](t.out, parquetOptions()...)
	}
	row := placedRow{ID: s.ID, Frames: s.Frames}
	for _, f := range s.Places {
		row.Modules, row.Files, row.Lines = append(row.Modules, f.Module), append(row.Files, f.File), append(row.Lines, int64(f.Line))
	}
	_, err = t.places.Write([]placedRow{row})
	return err
}

func (t *parquetTables) plain() *parquet.GenericWriter[stackRow] {
	if t.stacks == nil {
		t.stacks = parquet.NewGenericWriter[stackRow](t.out, parquetOptions()...)
	}
	return t.stacks
}

// Close writes what is left, and the ends of the files.
func (t *parquetTables) Close() error {
	err := errors.Join(t.flush(), t.samples.Close())
	if t.places != nil {
		return errors.Join(err, t.places.Close())
	}
	return errors.Join(err, t.plain().Close())
}
