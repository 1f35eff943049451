package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"fold/flame/compare"
	"fold/flame/table"
)

// The words of --by and --group.
var (
	weightWords = []string{"self", "total"}
	groupWords  = []string{"function", "module", "stack"}
)

// compareBy is the value of --by, which says what weight is compared. Since it says of fold top what a row is,
// it takes the words of --group as well.
type compareBy struct{ to *compare.Options }

func (compareBy) String() string { return "" }

// Set takes one of the words.
func (b compareBy) Set(text string) error {
	if i := slices.Index(weightWords, text); i >= 0 {
		b.to.By = []table.Order{table.BySelf, table.ByTotal}[i]
		return nil
	}
	if groupOf(b.to).Set(text) == nil {
		return nil
	}
	return fmt.Errorf("it must be one of %s, or as --group one of %s", strings.Join(weightWords, ", "), strings.Join(groupWords, ", "))
}

func (compareBy) choices() []string { return weightWords }

func groupOf(o *compare.Options) choice[compare.Group] {
	return choice[compare.Group]{&o.Group, groupWords, []compare.Group{compare.GroupFunction, compare.GroupModule, compare.GroupStack}}
}

// compareFlags returns the flags that say what is compared. Their usage begins with when they count.
func compareFlags(about, when string, o *compare.Options) []cli.Flag {
	return []cli.Flag{
		setting(about, "by", when+"compare the `WEIGHT` self or total; default self", compareBy{o}),
		setting(about, "group", when+"one row per `WHAT`: function, module or stack; default function", groupOf(o)),
	}
}
