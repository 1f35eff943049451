package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWorkflow runs the job that docs/check.md gives for GitHub, in a repository whose benchmark does more work on its
// branch than on main. What builds fold is left out: these tests are fold. To save time the benchmark is shorter.
func TestWorkflow(t *testing.T) {
	long(t)
	for _, program := range []string{"git", "go", "bash"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("no " + program)
		}
	}
	text, err := os.ReadFile("../../docs/check.md")
	if err != nil {
		t.Fatal(err)
	}
	job := workflow(string(text))
	repository, temporary := pullRequest(t), t.TempDir()
	fold, err := exec.LookPath("fold")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(fold, filepath.Join(temporary, "fold")); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("../../docs/record-in-turn.sh")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(script, filepath.Join(repository, "tools", "record-in-turn.sh")); err != nil {
		t.Fatal(err)
	}
	for i := range job.env {
		job.env[i] = strings.NewReplacer("2000x", "300x", "LIMITS=", "LIMITS=--min-samples 10 ").Replace(job.env[i])
	}
	summary := filepath.Join(temporary, "summary.md")
	job.env = append(job.env, "RUNNER_TEMP="+temporary, "GITHUB_BASE_REF=main", "GITHUB_STEP_SUMMARY="+summary)
	if len(job.scripts) != 3 || job.scripts[0] != "go -C tools/fold build -o \"$RUNNER_TEMP/fold\" ./cmd/fold\n" {
		t.Fatalf("the steps are %q", job.scripts)
	}
	if out, status := job.run(t, job.scripts[1], repository); status != 0 {
		t.Fatalf("exit status %d\n%s", status, out)
	}
	out, status := job.run(t, job.scripts[2], repository)
	// What the profiler itself adds, such as runtime.asyncPreempt, may come first.
	const annotation = "\n::error title=fold check::example.org/ledger/importer.checksum (importer.test) went from 0.00%25 to "
	if status != statusBroken || !strings.Contains("\n"+out, annotation) {
		t.Errorf("exit status %d, output\n%swant status %d, output with the line%s", status, out, statusBroken, annotation)
	}
	table, err := os.ReadFile(summary)
	if err != nil || !bytes.HasPrefix(table, []byte("cpu by self: ")) {
		t.Errorf("the summary is %q, %v", table, err)
	}
}

// githubJob is what a workflow runs.
type githubJob struct {
	env     []string // NAME=value
	scripts []string
}

// workflow returns the job of the first ```yaml block of a page. It knows as much of YAML as that needs.
func workflow(page string) (job githubJob) {
	_, page, _ = strings.Cut(page, "```yaml\n")
	page, _, _ = strings.Cut(page, "```")
	script := -1 // the column of a script that goes on
	inEnv := false
	for line := range strings.Lines(page) {
		text := strings.TrimLeft(line, " ")
		column := len(line) - len(text)
		last := len(job.scripts) - 1
		if script >= 0 && column > script {
			job.scripts[last] += text
			continue
		}
		script = -1
		command, isRun := strings.CutPrefix(text, "run: ")
		switch {
		case isRun && command == "|\n":
			job.scripts = append(job.scripts, "")
			script = column
		case isRun:
			job.scripts = append(job.scripts, command)
		case column == 0:
			inEnv = text == "env:\n"
		case inEnv:
			name, value, _ := strings.Cut(text, ": ")
			value, _, _ = strings.Cut(value, " #")
			job.env = append(job.env, name+"="+strings.TrimSpace(value))
		}
	}
	return job
}

// run runs a script as GitHub does and returns what it prints on standard output and its exit status.
func (j githubJob) run(t *testing.T, script, dir string) (out string, status int) {
	t.Helper()
	command := exec.Command("bash", "-e", "-c", script)
	command.Dir = dir
	command.Env = append(os.Environ(), j.env...)
	text, err := command.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		t.Logf("%s", exit.Stderr)
		return string(text), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text), 0
}

// The package that the job profiles. An import takes about a millisecond, and on the branch twice as long.
const (
	importerTest = `package importer

import "testing"

func BenchmarkImport(b *testing.B) {
	for b.Loop() {
		parse()
		checksum()
	}
}

var sum uint32

//go:noinline
func parse() {
	for i := range uint32(1_000_000) {
		sum = sum*31 + i
	}
}
`
	checksumOnMain   = "package importer\n\nfunc checksum() {}\n"
	checksumOnBranch = `package importer

//go:noinline
func checksum() {
	for i := range uint32(1_000_000) {
		sum = sum*31 + i
	}
}
`
)

// pullRequest returns a repository in which a branch that changes the package is checked out.
func pullRequest(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) {
		args = append([]string{"-C", dir, "-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"}, args...)
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	write("go.mod", "module example.org/ledger\n\ngo 1.26\n")
	write("importer/importer_test.go", importerTest)
	write("importer/checksum_test.go", checksumOnMain)
	if err := os.Mkdir(filepath.Join(dir, "tools"), 0o755); err != nil {
		t.Fatal(err)
	}
	git("init", "-q", "-b", "main")
	git("add", ".")
	git("commit", "-q", "-m", "Import")
	git("update-ref", "refs/remotes/origin/main", "HEAD")
	git("checkout", "-q", "-b", "branch")
	write("importer/checksum_test.go", checksumOnBranch)
	git("commit", "-q", "-a", "-m", "Check the sums")
	return dir
}
