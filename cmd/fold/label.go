package main

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"

	"fold/sources/input"
)

// pathLabel finds labels in the path of a file: the named groups of a regular expression.
type pathLabel struct{ *regexp.Regexp }

// names reports whether one of the groups is called so.
func (l pathLabel) names(label string) bool { return l.SubexpIndex(label) > 0 }

// pathLabels is the value of --label. It may be given several times.
type pathLabels struct{ to *[]pathLabel }

func (pathLabels) String() string { return "" }

// Set adds an expression.
func (l pathLabels) Set(text string) error {
	re, err := regexp.Compile(text)
	if err != nil {
		return regexpError(err)
	}
	if !slices.ContainsFunc(re.SubexpNames(), func(name string) bool { return name != "" }) {
		return errors.New("give the label a name, as in '(?P<host>web-[0-9]+)'")
	}
	*l.to = append(*l.to, pathLabel{re})
	return nil
}

// fileLabels returns the labels that the path of a file tells. Of two expressions that name the same label the first one
// that matches says it.
func (r *request) fileLabels(file string) (labels []input.Label) {
	if len(r.labels) == 0 {
		return nil
	}
	labels = []input.Label{} // which is not nil: there are none
	path := filepath.ToSlash(file)
	for _, l := range r.labels {
		match := l.FindStringSubmatch(path)
		for i, text := range match {
			key := l.SubexpNames()[i]
			if key == "" || text == "" || slices.ContainsFunc(labels, func(have input.Label) bool { return have.Key == key }) {
				continue
			}
			labels = append(labels, input.Label{Key: key, Text: text})
		}
	}
	return labels
}

// tellFileLabels reports a file of whose path --label makes no label.
func (r *request) tellFileLabels(file string, m messages) {
	if len(r.labels) > 0 && len(r.fileLabels(file)) == 0 {
		m.note("%s: --label finds nothing in its path: its samples have no such label", r.nameOf(file))
	}
}

// looksAtLabels reports whether something is done with labels.
func (r *request) looksAtLabels() bool {
	o := &r.read
	return len(o.TagRoot) > 0 || len(o.TagLeaf) > 0 || o.TagFocus != "" || o.TagIgnore != "" || o.KeepLabels || r.weigh != ""
}
