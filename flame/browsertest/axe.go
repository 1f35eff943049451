package browsertest

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Axe looks for what keeps people from using a page, by the rules of axe-core.
type Axe struct{ script string }

// LoadAxe reads the script that FOLD_AXE names, axe.min.js of the package axe-core. Where it names none the test is
// skipped, unless FOLD_REQUIRE_BROWSER is set.
func LoadAxe(t testing.TB) Axe {
	path := os.Getenv("FOLD_AXE")
	if path == "" {
		skip(t, "no axe found: set FOLD_AXE to axe.min.js of the package axe-core")
	}
	script, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return Axe{string(script)}
}

// Check reports what is serious or critical on the page of a tab, by all rules or by those that are named.
func (a Axe) Check(p *Tab, view string, rules ...string) {
	p.Helper()
	if !Eval[bool](p, `() => !!globalThis.axe`) {
		if _, err := p.driver.evaluate(a.script + "\n;Promise.resolve('')"); err != nil {
			p.Fatal(err)
		}
	}
	var violations []struct {
		ID, Impact, Help string
		Nodes            []struct{ HTML, FailureSummary string }
	}
	p.Get(&violations, `async (rules) => {
		const { violations } = await axe.run(document, { resultTypes: ["violations"], preload: false, ...(rules && { runOnly: rules }) });
		return violations.map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) }));
	}`, rules)
	for _, v := range violations {
		if v.Impact != "serious" && v.Impact != "critical" {
			continue
		}
		lines := []string{fmt.Sprintf("%s: %s (%s, %s)", view, v.Help, v.ID, v.Impact)}
		for _, node := range v.Nodes[:min(3, len(v.Nodes))] {
			lines = append(lines, node.HTML, node.FailureSummary)
		}
		p.Error(strings.Join(lines, "\n  "))
	}
}
