package tables

import (
	"errors"
	"io"

	"fold/sources/parquet"
)

// parquetTables writes both tables as Parquet files.
type parquetTables struct {
	samples, stacks *parquet.Writer // stacks is nil as long as there is none

	out io.Writer // of stacks
}

// The columns of both tables, as numbers.
const (
	columnTime = iota
	columnLabels
	columnMetric
	columnUnit
	columnSampled // the stack's number
	columnWeight
	columnScale
)

const (
	columnID = iota
	columnStack
	columnModule
	columnFile
	columnLine
)

// NewParquet returns tables as two Parquet files, packed with zstd:
//
//	samples   time timestamp(ms), labels map<string,string>, metric string, unit string, stack_id int64, weight int64, scale int8
//	stacks    stack_id int64, stack list<string>; and module, file and line, lists too, where they are asked for
func NewParquet(samples, stacks io.Writer) Output {
	columns := []parquet.Column{
		columnTime: {Name: "time", Type: parquet.Millis}, columnLabels: {Name: "labels", Type: parquet.TextMap},
		columnMetric: {Name: "metric", Type: parquet.Text}, columnUnit: {Name: "unit", Type: parquet.Text},
		columnSampled: {Name: "stack_id", Type: parquet.Int64}, columnWeight: {Name: "weight", Type: parquet.Int64},
		columnScale: {Name: "scale", Type: parquet.Int8},
	}
	return &parquetTables{samples: parquet.NewWriter(samples, columns...), out: stacks}
}

// Sample writes a row of the table of samples.
func (t *parquetTables) Sample(s Sample) error {
	w := t.samples
	if s.Time != NoTime {
		w.Number(columnTime, s.Time)
	}
	for _, l := range s.Labels {
		w.Entry(columnLabels, l.Key, l.Value)
	}
	w.Text(columnMetric, s.Metric)
	w.Text(columnUnit, s.Unit)
	w.Number(columnSampled, s.Stack)
	w.Number(columnWeight, s.Weight)
	w.Number(columnScale, int64(s.Scale))
	return w.EndRow()
}

// Stack writes a row of the table of stacks.
func (t *parquetTables) Stack(s Stack) error {
	if t.stacks == nil {
		t.open(s.Places != nil)
	}
	w := t.stacks
	w.Number(columnID, s.ID)
	for _, name := range s.Frames {
		w.Text(columnStack, name)
	}
	for _, f := range s.Places {
		w.Text(columnModule, f.Module)
		w.Text(columnFile, f.File)
		w.Number(columnLine, int64(f.Line))
	}
	return w.EndRow()
}

// open begins the table of stacks.
func (t *parquetTables) open(places bool) {
	columns := []parquet.Column{
		columnID: {Name: "stack_id", Type: parquet.Int64}, columnStack: {Name: "stack", Type: parquet.Texts},
		columnModule: {Name: "module", Type: parquet.Texts}, columnFile: {Name: "file", Type: parquet.Texts}, columnLine: {Name: "line", Type: parquet.Int64s},
	}
	if !places {
		columns = columns[:columnModule]
	}
	t.stacks = parquet.NewWriter(t.out, columns...)
}

// Close writes what is left, and the ends of the files.
func (t *parquetTables) Close() error {
	if t.stacks == nil {
		t.open(false)
	}
	return errors.Join(t.samples.Close(), t.stacks.Close())
}
