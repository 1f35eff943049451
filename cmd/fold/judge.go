package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"
)

// judge lets flags keep the error about a value that they do not take, and returns what hands that error to the
// framework. The framework would make a sentence of it, in words of its own.
func judge(flags []cli.Flag) cli.OnUsageErrorFunc {
	var wrong error
	for _, f := range flags {
		if g := genericOf(f); g != nil {
			g.Value = judged{g.Value, dashed(g.Name), &wrong}
		}
	}
	return func(_ *cli.Context, err error, _ bool) error {
		if wrong != nil {
			return wrong
		}
		return usageError(err.Error())
	}
}

// judged is the value of a flag that remembers its error.
type judged struct {
	cli.Generic
	flag  string
	wrong *error
}

// Set sets the value.
func (j judged) Set(text string) error {
	err := j.Generic.Set(text)
	if err != nil {
		*j.wrong = usageError(fmt.Sprintf("invalid value %q for %s: %v", text, j.flag, err))
	}
	return err
}

// IsBoolFlag tells the flag package whether the value may be missing.
func (j judged) IsBoolFlag() bool {
	b, ok := j.Generic.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

func (j judged) choices() []string { return choicesOf(j.Generic) }

// choicesOf returns the words that a value takes, if it takes only a few.
func choicesOf(value cli.Generic) []string {
	if limited, ok := value.(interface{ choices() []string }); ok {
		return limited.choices()
	}
	return nil
}

// genericOf returns the flag that holds a value of ours, or nil.
func genericOf(f cli.Flag) *cli.GenericFlag {
	switch f := f.(type) {
	case *cli.GenericFlag:
		return f
	case bare:
		return f.GenericFlag
	case rowsFlag:
		return f.GenericFlag
	}
	return nil
}

// on is the value of a flag that switches something on.
type on struct{ to *bool }

func (on) String() string { return "" }

// Set takes "true", which the flag package passes for a flag without a value, or "false".
func (o on) Set(text string) error {
	value, err := strconv.ParseBool(text)
	if err != nil {
		return errors.New("it must be true or false")
	}
	*o.to = value
	return nil
}

// IsBoolFlag tells the flag package that no value needs to follow.
func (on) IsBoolFlag() bool { return true }
