package main

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"fold/sources/perfdata"
)

// withPerf says what to do with a recording that only perf can read: the very command, if perf is there and the
// recording is a file.
func withPerf(file string, err error) error {
	var needs *perfdata.NeedsPerf
	if !errors.As(err, &needs) || file == "-" || isURL(file) {
		return err
	}
	script := needs.Script(shellWord(file))
	if _, err := exec.LookPath("perf"); err != nil {
		return fmt.Errorf("%s: `%s` makes text of it that fold reads, on a machine with perf", needs.Why, script)
	}
	return fmt.Errorf("%s: run `%s` and give fold its output", needs.Why, script)
}

// shellWord quotes a file's name for shells where it has to be.
func shellWord(name string) string {
	isPlain := func(c rune) bool {
		return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || strings.ContainsRune("/._-+=:,@%", c)
	}
	if strings.TrimLeftFunc(name, isPlain) == "" && !strings.HasPrefix(name, "-") {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
