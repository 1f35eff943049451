package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"fold/collapse"
	"fold/collapse/category"
)

// filters choose stacks and frames. The zero value keeps everything.
type filters struct {
	collapse.Filter
	category category.Filter
}

// apply returns the profile with the filters applied: categories are those of the stacks as they were recorded.
func (f filters) apply(p *collapse.Profile) *collapse.Profile {
	return f.category.Filter(p).Filter(f.Filter)
}

// ofStacks returns the filters without those that change frames.
func (f filters) ofStacks() filters {
	return filters{collapse.Filter{Focus: f.Focus, Ignore: f.Ignore}, f.category}
}

// flags returns the flags that ask for the filters.
func (f filters) flags() (flags []string) {
	for _, filter := range []struct {
		flag    string
		pattern *regexp.Regexp
	}{
		{"--focus", f.Focus},
		{"--ignore", f.Ignore},
		{"--hide", f.Hide},
		{"--show", f.Show},
		{"--show-from", f.ShowFrom},
		{"--prune-from", f.PruneFrom},
		{"--skip-after", f.SkipAfter},
	} {
		if filter.pattern != nil {
			flags = append(flags, filter.flag, filter.pattern.String())
		}
	}
	for _, c := range f.category.Focus.All() {
		flags = append(flags, "--focus-category", c.String())
	}
	for _, c := range f.category.Ignore.All() {
		flags = append(flags, "--ignore-category", c.String())
	}
	return flags
}

func (r *request) filterFlags() []cli.Flag {
	f, in := &r.filter.Filter, aboutFilters
	return []cli.Flag{
		setting(in, "focus", "keep only stacks with a frame that matches `REGEXP`", pattern{&f.Focus}),
		setting(in, "ignore", "drop stacks with a frame that matches `REGEXP`", pattern{&f.Ignore}),
		hidden("include", pattern{&f.Focus}), // as in async-profiler
		hidden("exclude", pattern{&f.Ignore}),
		setting(in, "focus-category", "keep only stacks of the category `NAME`, as --by category counts them; may be repeated", categories{&r.filter.category.Focus}),
		setting(in, "ignore-category", "drop stacks of the category `NAME`; may be repeated", categories{&r.filter.category.Ignore}),
		setting(in, "hide", "remove frames that match `REGEXP` from their stacks", pattern{&f.Hide}),
		setting(in, "show", "remove frames that do not match `REGEXP` from their stacks", pattern{&f.Show}),
		setting(in, "show-from", "start stacks at the first frame that matches `REGEXP`; drop stacks without one", pattern{&f.ShowFrom}),
		setting(in, "prune-from", "end stacks at the last frame that matches `REGEXP`", pattern{&f.PruneFrom}),
		setting(in, "skip-after", "start stacks at the last frame that matches `REGEXP`", pattern{&f.SkipAfter}),
		setting(in, "tagfocus", "keep only samples with a label that matches `KEY=REGEXP`", filled{&r.read.TagFocus}),
		setting(in, "tagignore", "drop samples with a label that matches `KEY=REGEXP`", filled{&r.read.TagIgnore}),
		toggle(in, "relative-percentages", "top, check, diff: show shares of what the filters keep, not of the whole profile", &r.relative),
	}
}

// categories are names of categories. Given several times, the flag means any of them.
type categories struct{ to *category.Set }

func (categories) String() string { return "" }

// Set adds a category.
func (c categories) Set(text string) error {
	i := slices.Index(category.Names(), text)
	if i < 0 {
		return fmt.Errorf("it must be one of %s", strings.Join(category.Names(), ", "))
	}
	*c.to |= category.Of(category.Category(i))
	return nil
}

func (categories) choices() []string { return category.Names() }
