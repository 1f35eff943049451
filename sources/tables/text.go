package tables

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"time"

	"fold/collapse"
	"fold/sources/input"
)

// text writes both tables a row a line.
type text struct {
	samples, stacks *bufio.Writer
	line            []byte
	quoted          quoted
	sample          func(line []byte, s Sample, q quoted) []byte
	stack           func(line []byte, s Stack) []byte
}

// quoted holds texts of JSON: names of metrics and units, keys and values of labels.
type quoted map[string][]byte

func (q quoted) of(text string) []byte {
	json, known := q[text]
	if !known {
		json = input.JSONText(text)
		if len(q) < mostSets {
			q[text] = json
		}
	}
	return json
}

// NewTSV returns tables of tab-separated values as ClickHouse reads and writes them, without a line of names:
//
//	1788228000123	{"host":"web-1"}	cpu	nanoseconds	-4203381034423408115	70000000	0
//	-4203381034423408115	['main.main','main.(*Queue<\'a>).Work']
//
// The columns of samples are time in milliseconds since 1970, labels as JSON, metric, unit, stack_id, weight and scale;
// those of stacks are stack_id and stack, and module, file and line where they are asked for.
func NewTSV(samples, stacks io.Writer) Output {
	return newText(samples, stacks, tsvSample, tsvStack)
}

// NewJSONL returns tables of one JSON object a line:
//
//	{"time":"2026-09-01T02:00:00.123Z","labels":{"host":"web-1"},"metric":"cpu","unit":"nanoseconds","stack_id":-4203381034423408115,"weight":70000000,"scale":0}
//	{"stack_id":-4203381034423408115,"stack":["main.main","main.work"]}
func NewJSONL(samples, stacks io.Writer) Output {
	return newText(samples, stacks, jsonSample, jsonStack)
}

func newText(samples, stacks io.Writer, sample func([]byte, Sample, quoted) []byte, stack func([]byte, Stack) []byte) *text {
	return &text{samples: bufio.NewWriterSize(samples, 1<<16), stacks: bufio.NewWriterSize(stacks, 1<<16), quoted: quoted{}, sample: sample, stack: stack}
}

// Sample writes a row of the table of samples.
func (t *text) Sample(s Sample) error {
	t.line = append(t.sample(t.line[:0], s, t.quoted), '\n')
	_, err := t.samples.Write(t.line)
	return err
}

// Stack writes a row of the table of stacks.
func (t *text) Stack(s Stack) error {
	t.line = append(t.stack(t.line[:0], s), '\n')
	_, err := t.stacks.Write(t.line)
	return err
}

// Close writes what is left.
func (t *text) Close() error { return errors.Join(t.samples.Flush(), t.stacks.Flush()) }

func tsvSample(line []byte, s Sample, q quoted) []byte {
	if s.Time == NoTime {
		line = append(line, `\N`...)
	} else {
		line = strconv.AppendInt(line, s.Time, 10)
	}
	line = appendEscaped(append(line, '\t'), string(appendLabels(nil, s.Labels, q)))
	line = appendEscaped(append(line, '\t'), s.Metric)
	line = appendEscaped(append(line, '\t'), s.Unit)
	line = strconv.AppendInt(append(line, '\t'), s.Stack, 10)
	line = strconv.AppendInt(append(line, '\t'), s.Weight, 10)
	return strconv.AppendInt(append(line, '\t'), int64(s.Scale), 10)
}

func tsvStack(line []byte, s Stack) []byte {
	line = strconv.AppendInt(line, s.ID, 10)
	line = appendArray(line, len(s.Frames), func(i int) string { return s.Frames[i] })
	if s.Places == nil {
		return line
	}
	line = appendArray(line, len(s.Places), func(i int) string { return s.Places[i].Module })
	line = appendArray(line, len(s.Places), func(i int) string { return s.Places[i].File })
	return appendLines(append(line, '\t'), s.Places)
}

// appendArray appends a column that is an array of texts.
func appendArray(line []byte, n int, element func(i int) string) []byte {
	line = append(line, '\t', '[')
	for i := range n {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(appendEscaped(append(line, '\''), element(i)), '\'')
	}
	return append(line, ']')
}

func appendLines(line []byte, places []collapse.Frame) []byte {
	line = append(line, '[')
	for i, f := range places {
		if i > 0 {
			line = append(line, ',')
		}
		line = strconv.AppendInt(line, int64(f.Line), 10)
	}
	return append(line, ']')
}

// appendEscaped appends a text as ClickHouse writes it.
func appendEscaped(line []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; c {
		case '\\', '\'':
			line = append(line, '\\', c)
		case '\t':
			line = append(line, `\t`...)
		case '\n':
			line = append(line, `\n`...)
		case '\r':
			line = append(line, `\r`...)
		case 0:
			line = append(line, `\0`...)
		default:
			line = append(line, c)
		}
	}
	return line
}

func jsonSample(line []byte, s Sample, q quoted) []byte {
	line = append(line, `{"time":`...)
	if s.Time == NoTime {
		line = append(line, "null"...)
	} else {
		line = time.UnixMilli(s.Time).UTC().AppendFormat(line, `"2006-01-02T15:04:05.000Z"`)
	}
	line = appendLabels(append(line, `,"labels":`...), s.Labels, q)
	line = append(append(line, `,"metric":`...), q.of(s.Metric)...)
	line = append(append(line, `,"unit":`...), q.of(s.Unit)...)
	line = strconv.AppendInt(append(line, `,"stack_id":`...), s.Stack, 10)
	line = strconv.AppendInt(append(line, `,"weight":`...), s.Weight, 10)
	line = strconv.AppendInt(append(line, `,"scale":`...), int64(s.Scale), 10)
	return append(line, '}')
}

func appendLabels(line []byte, labels []Label, q quoted) []byte {
	line = append(line, '{')
	for i, l := range labels {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(append(append(line, q.of(l.Key)...), ':'), q.of(l.Value)...)
	}
	return append(line, '}')
}

func jsonStack(line []byte, s Stack) []byte {
	line = strconv.AppendInt(append(line, `{"stack_id":`...), s.ID, 10)
	line = appendTexts(line, "stack", len(s.Frames), func(i int) string { return s.Frames[i] })
	if s.Places != nil {
		line = appendTexts(line, "module", len(s.Places), func(i int) string { return s.Places[i].Module })
		line = appendTexts(line, "file", len(s.Places), func(i int) string { return s.Places[i].File })
		line = appendLines(append(line, `,"line":`...), s.Places)
	}
	return append(line, '}')
}

func appendTexts(line []byte, key string, n int, element func(i int) string) []byte {
	line = append(append(append(line, `,"`...), key...), `":[`...)
	for i := range n {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(line, input.JSONText(element(i))...)
	}
	return append(line, ']')
}
