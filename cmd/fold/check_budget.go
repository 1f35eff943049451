package main

import (
	"os"
	"path/filepath"

	"fold/flame/compare"
)

// limitValue is the value of --max and --grow, which may be given several times.
type limitValue struct {
	to   *[]compare.Limit
	grow bool
}

func (limitValue) String() string { return "" }

// Set adds a limit.
func (v limitValue) Set(text string) error {
	l, err := compare.ParseLimit(text, v.grow)
	if err == nil {
		*v.to = append(*v.to, l)
	}
	return err
}

// add adds the limits of a budget file. What the command line says goes first.
func (k *checkFlags) add(file compare.Budget) {
	k.Limits = append(k.Limits, file.Limits...)
	if len(k.against) == 0 && file.Against != "" {
		k.against = []string{file.Against}
	}
	if k.Tolerance < 0 {
		k.Tolerance = file.Tolerance
	}
	if k.minSamples < 0 {
		k.minSamples = file.MinSamples
	}
}

// readBudget reads a budget file. The baseline's name is relative to the file's folder, unless it is a URL.
func readBudget(name string) (compare.Budget, error) {
	file, err := os.Open(name)
	if err != nil {
		return compare.Budget{}, inFile(name, err)
	}
	defer file.Close()
	b, err := compare.ParseBudget(file)
	if err != nil {
		return compare.Budget{}, inFile(name, err)
	}
	if b.Against != "" && !filepath.IsAbs(b.Against) && !isURL(b.Against) {
		b.Against = filepath.Join(filepath.Dir(name), b.Against)
	}
	return b, nil
}
