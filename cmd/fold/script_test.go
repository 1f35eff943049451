package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"fold/sources/record"
)

// raceOptions keep the race detector from making each program wait for a second at its end.
const raceOptions = "atexit_sleep_ms=0"

// TestMain lets the tests run this binary under the name fold.
func TestMain(m *testing.M) {
	os.Setenv("GORACE", raceOptions)
	testscript.Main(m, map[string]func(){"fold": main})
}

// long marks a test that runs many programs or records for a while. go test -short leaves it out.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long")
	}
}

// TestScripts runs testdata/script: one file for each thing that users may rely on. They have one command
// more than testscript gives them:
//
//	status N fold ARG...    run fold and compare its exit status
func TestScripts(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join(testdata, "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status},
		Condition:           condition,
		Setup: func(env *testscript.Env) error {
			env.Setenv("TESTDATA", testdata)
			env.Setenv("GORACE", raceOptions)
			env.Setenv("TERM", "xterm")
			return nil
		},
	})
}

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N PROGRAM ARG...")
	}
	got := 0
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}

// condition tells scripts whether this machine lets its user record, with whatever profiler.
func condition(name string) (bool, error) {
	if name != "recordable" {
		return false, fmt.Errorf("unknown condition %q", name)
	}
	machine := record.ThisMachine()
	machine.Getenv = func(string) string { return os.Args[0] }
	profiler, err := record.Find(machine, false)
	if err != nil || profiler.Name() != "perf" {
		return false, nil
	}
	_, err = profiler.Check(record.Target{})
	return err == nil, nil
}
