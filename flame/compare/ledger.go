package compare

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/flame/table"
)

// Ledger keeps of many runs what a trend needs, so that their profiles may go: the weight of each run, and of each row
// that takes [LedgerShare] of some run. [Ledger.Read] reads what [Ledger.WriteCSV] has written; the zero value is empty.
type Ledger struct {
	By    table.Order
	Group Group
	// Rows is what rows are, where By and Group do not tell: "category". All runs of a ledger have the same.
	Rows string

	metric collapse.Metric
	runs   map[string]record // by night and name
	known  map[rowKey]bool   // the rows of all of them
}

// LedgerShare is the share of a run from which on a ledger keeps a row. A row that it has of any run, it keeps of all
// that are added later.
const LedgerShare = 0.001

var ledgerTitles = []string{"night", "run", "metric", "unit", "by", "function", "module", "weight", "samples", "note"}

// what returns what the rows of the ledger are.
func (l *Ledger) what() string {
	switch {
	case l.Rows != "":
		return l.Rows
	case l.Group == GroupModule:
		return "module"
	case l.By == table.ByTotal:
		return "total"
	}
	return "self"
}

func (l *Ledger) keep(key rowKey) {
	if l.known == nil {
		l.known = make(map[rowKey]bool)
	}
	l.known[key] = true
}

func (l *Ledger) history() *History { return &History{By: l.By, Group: l.Group, metric: l.metric} }

// Add adds a run, or puts it in the place of the one of the same name and night.
func (l *Ledger) Add(night string, r Run) error {
	m := r.metric()
	if len(l.runs) == 0 {
		l.metric, l.runs = collapse.Metric{Name: m.Name, Unit: m.Unit, Scale: m.Scale}, make(map[string]record)
	}
	if m.Name != l.metric.Name || m.Unit != l.metric.Unit || m.Scale != l.metric.Scale {
		return errMetrics(l.metric, r)
	}
	h := l.history()
	made := h.record(night, r)
	maps.DeleteFunc(made.rows, func(key rowKey, cell part) bool {
		return key == (rowKey{}) || !l.known[key] && cell.weight < LedgerShare*made.whole.total
	})
	for key := range made.rows {
		l.keep(key)
	}
	l.runs[night+"\x00"+r.Name] = made
	return nil
}

// History returns the runs of the nights from since on, as a history.
func (l *Ledger) History(since string) *History {
	h := l.history()
	for _, key := range slices.Sorted(maps.Keys(l.runs)) {
		if r := l.runs[key]; r.night >= since {
			h.addRecord(r)
		}
	}
	return h
}

// WriteCSV writes the ledger: a row without a function for each run as a whole, and one for each function. Runs stand in
// the order of their nights. Weight is in the unit of the metric; samples are how many of equal weight would tell as
// much, empty where that is not known.
func (l *Ledger) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write(ledgerTitles)
	for _, key := range slices.Sorted(maps.Keys(l.runs)) {
		r := l.runs[key]
		line := func(key rowKey, weight, squares float64, note string) {
			samples := ""
			if squares > 0 {
				samples = exact(weight * weight / squares)
			}
			out.Write([]string{r.night, r.run, l.metric.Name, l.unit(), l.what(), key.function, key.module, exact(weight), samples, note})
		}
		line(rowKey{}, r.whole.total, r.whole.totalSquares, r.why)
		keys := slices.SortedFunc(maps.Keys(r.rows), func(a, b rowKey) int {
			return cmp.Or(cmp.Compare(a.function, b.function), cmp.Compare(a.module, b.module))
		})
		for _, key := range keys {
			line(key, r.rows[key].weight, r.rows[key].squares, "")
		}
	}
	out.Flush()
	return out.Error()
}

// unit returns the unit of weights, which have no fractions: "count/100" where a weight of 1 is a hundredth.
func (l *Ledger) unit() string {
	if l.metric.Scale == 0 {
		return l.metric.Unit
	}
	return l.metric.Unit + "/1e" + strconv.Itoa(l.metric.Scale)
}

func exact(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Read reads a ledger into l, whose By, Group and Rows say what it must hold.
func (l *Ledger) Read(from io.Reader) error {
	in := csv.NewReader(from)
	in.FieldsPerRecord = len(ledgerTitles)
	titles, err := in.Read()
	if err != nil || !slices.Equal(titles, ledgerTitles) {
		return errors.New("1: no ledger that fold trend has written")
	}
	for {
		fields, err := in.Read()
		if err == io.EOF {
			return nil
		}
		line, _ := in.FieldPos(0)
		if err == nil {
			err = l.readRow(fields)
		}
		if err != nil {
			return fmt.Errorf("%d: %w", line, err)
		}
	}
}

func (l *Ledger) readRow(fields []string) error {
	night, run, name, unit, by, function, module, note := fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6], fields[9]
	weight, err := strconv.ParseFloat(fields[7], 64)
	samples := 0.0
	if err == nil && fields[8] != "" {
		samples, err = strconv.ParseFloat(fields[8], 64)
	}
	if err != nil || !(weight >= 0 && samples >= 0) || weight > mostLedgered || samples > mostLedgered {
		return errors.New("weight and samples must be numbers")
	}
	if l.runs == nil {
		l.runs = make(map[string]record)
		l.metric = collapse.Metric{Name: name}
		l.metric.Unit, l.metric.Scale = cutScale(unit)
	}
	switch {
	case by != l.what():
		return fmt.Errorf("the ledger holds rows by %s, not by %s: give --by %[1]s, or another file", by, l.what())
	case name != l.metric.Name || unit != l.unit():
		return fmt.Errorf("%s in %s is not what the ledger begins with, %s in %s", name, unit, l.metric.Name, l.unit())
	}
	squares := 0.0
	if samples > 0 {
		squares = weight * weight / samples
	}
	key := night + "\x00" + run
	r, seen := l.runs[key]
	switch whole := function == "" && module == ""; {
	case whole == seen:
		return errors.New("the rows of a run must follow the one without a function")
	case whole:
		r = record{night: night, run: run, why: note, whole: part{total: weight, totalSquares: squares}, rows: make(map[rowKey]part)}
	default:
		l.keep(rowKey{function, module})
		r.rows[rowKey{function, module}] = part{weight: weight, squares: squares}
	}
	l.runs[key] = r
	return nil
}

// mostLedgered bounds numbers, so that their squares are numbers too.
const mostLedgered = 1e100

// cutScale reads what unit has written.
func cutScale(unit string) (name string, scale int) {
	name, digits, found := strings.Cut(unit, "/1e")
	if found {
		scale, _ = strconv.Atoi(digits)
	}
	return name, scale
}
