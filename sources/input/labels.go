package input

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fold/collapse"
)

// Label is one thing that a profiler says about a sample: the thread it was taken on, an endpoint, a size. A
// key may occur several times. Labels live only while reading: [Task.Tags] makes frames of them or leaves
// samples out, and a Profile has none.
type Label struct {
	Key     string
	Text    string // the value, if it is a text
	Number  int64  // the value, if Numeric is set
	Unit    string // of Number: "bytes", "milliseconds"; empty: none
	Numeric bool
}

// IDLabel returns a label of the id of a process or a thread: a number, which options about labels can compare, or a text
// where it is none.
func IDLabel(key, id string) Label {
	if number, err := strconv.ParseInt(id, 10, 64); err == nil {
		return Label{Key: key, Number: number, Numeric: true}
	}
	return Label{Key: key, Text: id}
}

// labeler applies the four label options to the samples of one worker. The zero value keeps every sample and
// adds no frame.
type labeler struct {
	root, leaf []string
	filter     tagFilter
	kept       bool    // see Options.KeepLabels
	file       []Label // see Options.FileLabels

	all              []Label
	text             []byte
	rootSym, leafSym []collapse.Symbol
}

func newLabeler(o Options) (*labeler, error) {
	filter, err := newTagFilter(o)
	if err != nil {
		return nil, err
	}
	return &labeler{root: o.TagRoot, leaf: o.TagLeaf, filter: filter, kept: o.KeepLabels, file: o.FileLabels}, nil
}

// WantsLabels reports whether any option looks at labels. If not, a parser need not collect them.
func (t *Task) WantsLabels() bool {
	l := t.labels
	return len(l.root) > 0 || len(l.leaf) > 0 || l.filter != (tagFilter{}) || l.kept
}

// Tags applies the options about labels to one sample. It returns the frames to put at the root of its stack and
// at its leaf, outermost first, and whether the sample is to be kept at all. The slices are valid until the
// next call.
func (t *Task) Tags(b *collapse.Builder, labels []Label) (root, leaf []collapse.Symbol, keep bool) {
	l := t.labels
	labels = t.withFileLabels(labels)
	if !l.filter.keeps(labels) {
		t.report.untagged++
		return nil, nil, false
	}
	l.rootSym = l.symbols(l.rootSym[:0], b, l.root, labels)
	l.leafSym = l.symbols(l.leafSym[:0], b, l.leaf, labels)
	if l.kept && len(labels) > 0 {
		l.leafSym = append(l.leafSym, l.keep(b, labels))
	}
	return l.rootSym, l.leafSym, true
}

// withFileLabels returns the labels of a sample, and those of the whole input that it has none of.
func (t *Task) withFileLabels(labels []Label) []Label {
	l := t.labels
	if len(l.file) == 0 {
		return labels
	}
	l.all = append(l.all[:0], labels...)
	for _, label := range l.file {
		if slices.ContainsFunc(labels, func(own Label) bool { return own.Key == label.Key }) {
			t.Count(1, Note{"sample", fmt.Sprintf("whose own label %s counts, and not the one of its file", label.Key)})
			continue
		}
		l.all = append(l.all, label)
	}
	return l.all
}

// labelled returns a profile of a format that knows no labels with those of the whole input, or without samples if the
// options about labels leave these out.
func (t *Task) labelled(p *collapse.Profile) *collapse.Profile {
	if t.labels.file == nil || !t.WantsLabels() {
		return p
	}
	b := collapse.NewBuilder()
	root, leaf, keep := t.Tags(b, nil)
	if !keep {
		return p.Rewrite(func(*collapse.Builder, collapse.NodeID, []collapse.NodeID) collapse.NodeID { return collapse.Root })
	}
	return p.Around(framesOf(b, root), framesOf(b, leaf))
}

func framesOf(b *collapse.Builder, symbols []collapse.Symbol) (frames []collapse.Frame) {
	for _, s := range symbols {
		for _, f := range b.SymbolFrames(s) {
			frames = append(frames, b.Known(f))
		}
	}
	return frames
}

// Stack returns the node of a sample's stack, which stands leaf first, with the frames that the options about labels put
// around it, and whether the sample is to be kept.
func (t *Task) Stack(b *collapse.Builder, leafFirst []collapse.Symbol, labels []Label) (node collapse.NodeID, keep bool) {
	if !t.WantsLabels() {
		return b.Stack(leafFirst), true
	}
	root, leaf, keep := t.Tags(b, labels)
	if !keep {
		return collapse.Root, false
	}
	stack := make([]collapse.Symbol, 0, len(leaf)+len(leafFirst)+len(root))
	for _, frame := range slices.Backward(leaf) {
		stack = append(stack, frame)
	}
	stack = append(stack, leafFirst...)
	for _, frame := range slices.Backward(root) {
		stack = append(stack, frame)
	}
	return b.Stack(stack), true
}

func (l *labeler) symbols(out []collapse.Symbol, b *collapse.Builder, keys []string, labels []Label) []collapse.Symbol {
	for _, key := range keys {
		out = append(out, l.symbol(b, key, labels))
	}
	return out
}

// labelMark stands before the text of a label's frame in the builder's table of texts, so that no parser's own
// text is taken for it: no format has such bytes in a frame.
const labelMark = "\x00label\x00"

// symbol returns the symbol of the frame that shows one label: "endpoint=/api/fib". Several values are
// joined by commas; numbers carry their unit: "bytes=48bytes".
func (l *labeler) symbol(b *collapse.Builder, key string, labels []Label) collapse.Symbol {
	l.text = append(append(append(l.text[:0], labelMark...), key...), '=')
	found := false
	for _, label := range labels {
		if label.Key != key {
			continue
		}
		if found {
			l.text = append(l.text, ',')
		}
		found = true
		if label.Numeric {
			l.text = append(strconv.AppendInt(l.text, label.Number, 10), label.Unit...)
		} else {
			l.text = append(l.text, label.Text...)
		}
	}
	if !found {
		l.text = append(l.text, "(none)"...)
	}
	return b.Intern(l.text, labelFrame)
}

func labelFrame(text []byte) []collapse.Frame {
	return []collapse.Frame{{Name: strings.ToValidUTF8(string(text[len(labelMark):]), "\uFFFD")}}
}

// tagNote says that label filters kept nothing; an empty profile would be a riddle.
func tagNote(o Options) string {
	switch {
	case o.TagFocus != "" && o.TagIgnore != "":
		return fmt.Sprintf("no sample matches --tagfocus %q and not --tagignore %q", o.TagFocus, o.TagIgnore)
	case o.TagFocus != "":
		return fmt.Sprintf("no sample matches --tagfocus %q", o.TagFocus)
	}
	return fmt.Sprintf("every sample matches --tagignore %q", o.TagIgnore)
}
