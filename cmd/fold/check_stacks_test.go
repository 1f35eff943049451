package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckModules checks modules that are no part of the names: perf tells that parse is in libp.so, and shows "parse".
func TestCheckModules(t *testing.T) {
	const (
		inMain  = "app 7 1.000000: 1 cycles: \n\t    4001 main (/bin/app)\n\n"
		inParse = "app 7 1.000000: 1 cycles: \n\t    7002 parse (/lib/libp.so)\n\t    4001 main (/bin/app)\n\n"
	)
	dir := t.TempDir()
	write := func(name string, mains, parses int) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(strings.Repeat(inMain, mains)+strings.Repeat(inParse, parses)), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	before, after := write("before.txt", 150, 50), write("after.txt", 50, 150)
	const want = "broken: libp.so went from 25.00% to 75.00%, by +50.00 of at most 10.00 points, beyond the noise within the runs\n  75.00%  app;main;parse\n" +
		"note: how much runs differ is not known: give several runs a side\n"
	var out, messages bytes.Buffer
	status := run([]string{"check", after, "--against", before, "--group", "module", "--tolerance", "10"}, nil, &out, &messages)
	if status != statusBroken || out.String() != want || messages.Len() > 0 {
		t.Errorf("exit status %d, %s\n%s\nwant\n%s", status, messages.String(), out.String(), want)
	}
}
