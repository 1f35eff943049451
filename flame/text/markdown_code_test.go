package text

import "testing"

func TestMarkdownCode(t *testing.T) {
	for name, want := range map[string]string{
		"":           "",
		"main":       "`main`",
		"a|b":        "`a\\|b`",
		"operator<*": "`operator<*`",
		"lib`f":      "``lib`f``",
		"`f``g":      "``` `f``g ```",
		"f`":         "`` f` ``",
		" x ":        "`  x  `",
	} {
		if got := MarkdownCode(name); got != want {
			t.Errorf("%q: got %s, want %s", name, got, want)
		}
	}
}

func TestSafeCell(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "main": "main", "a=b": "a=b", "=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0", "-[NSView draw]": "'-[NSView draw]",
		"+[NSView new]": "'+[NSView new]", "@plt": "'@plt", "\tx": "'\tx",
	} {
		if got := SafeCell(cell); got != want {
			t.Errorf("%q: got %s, want %s", cell, got, want)
		}
	}
}
