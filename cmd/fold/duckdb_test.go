package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// duckDB is where the module stays between runs of the test: to fetch it takes as long as many tests.
const duckDB = "@duckdb/node-api@1.5.6-r.1"

// TestDuckDB runs the queries of docs/engines.md on DuckDB, in their order, and compares the answers with what is right.
// It fetches DuckDB with npm where it can; FOLD_REQUIRE_DUCKDB makes it an error if it cannot.
func TestDuckDB(t *testing.T) {
	long(t)
	modules := findDuckDB(t)
	dir := t.TempDir()
	writeFleet(t, "parquet", dir)
	queries := queriesOf(t, "DuckDB")
	script := "import { createRequire } from 'module'\n" +
		"const { DuckDBInstance } = createRequire('" + modules + "/')('@duckdb/node-api')\n" +
		"const c = await (await DuckDBInstance.create(':memory:')).connect()\n" +
		"for (const q of (await import('fs')).readFileSync('queries').toString().split('\\0')) {\n" +
		"  console.log((await c.runAndReadAll(q)).getRowsJson().map(r => r.join(' ')).join('; '))\n}\n"
	for name, text := range map[string]string{"run.mjs": script, "queries": strings.Join(queries, "\x00")} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command("node", "run.mjs")
	command.Dir = dir
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := "\n\n" + // by hand: 1007 samples of 10 ms on the first night, 507 on the second
		"main.work 15140000000\n" +
		"main.main 15140000000; main.work 15140000000\n" +
		"1\n1\n" +
		"2026-09-21 100; 2026-09-22 100\n"
	if string(out) != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
	for file, want := range map[string]string{"week.parquet": "main.main;main.work 10070000000\n", "weeks.parquet": "main.main;main.work 507\n"} {
		var stdout, stderr bytes.Buffer
		if status := run([]string{"collapse", "-q", filepath.Join(dir, file)}, nil, &stdout, &stderr); status != statusDone || stdout.String() != want {
			t.Errorf("%s: got %d, %s%s", file, status, stdout.String(), stderr.String())
		}
	}
}

// findDuckDB returns a folder with DuckDB's module for node, which it fetches if it is not there.
func findDuckDB(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(os.TempDir(), "fold-"+strings.NewReplacer("@", "", "/", "-").Replace(duckDB))
	if _, err := os.Stat(filepath.Join(dir, "whole")); err == nil {
		return dir
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			withoutDuckDB(t, err)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(ctx, "npm", "install", "--prefix", dir, "--no-audit", "--no-fund", "--fetch-retries=0", duckDB).CombinedOutput()
	if err != nil {
		t.Logf("%s", out)
		withoutDuckDB(t, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "whole"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func withoutDuckDB(t *testing.T, why error) {
	t.Helper()
	if os.Getenv("FOLD_REQUIRE_DUCKDB") != "" {
		t.Fatal(why)
	}
	t.Skipf("no DuckDB: %v", why)
}
