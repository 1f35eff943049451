package input

import "testing"

func TestReportString(t *testing.T) {
	r := &Report{
		Format:  Format{Name: "folded", Title: "Folded stacks"},
		Skipped: []SkippedLine{{12, `no weight in "main"`}}, Skips: 2,
		Notes: []string{"3 samples without a stack left out"},
	}
	want := "Folded stacks\ninput:12: no weight in \"main\"\ninput: 2 lines made no sense and were left out\ninput: 3 samples without a stack left out"
	if got := r.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	r.Skips, r.Skipped, r.Notes = 1, nil, nil
	if got, want := r.String(), "Folded stacks\ninput: 1 line made no sense and was left out"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
