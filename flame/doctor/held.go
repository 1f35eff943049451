package doctor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fold/collapse"
	"fold/flame/text"
)

// Lock is a lock that threads of a dump want, as far as the dump says who holds it.
type Lock struct {
	Class  string           // of what is locked: "shop.Till"
	Wants  int64            // how many threads want it
	Sites  map[string]int64 // and how many of these in which function
	Holder string           // the thread that holds it; empty: the dump does not say
	HeldIn string           // the function that took it; empty: the dump does not say
	Stands string           // the function in which the holder is
	State  string           // what the holder does there, in the words of the dump
	// Where the holder wants a lock itself: what that is, and which thread holds it.
	Next, NextHolder string
}

// heldLocks finds the locks of which the dump says who wants them, and mostly who holds them.
func heldLocks(e *examination) []Finding {
	const most = 3
	var findings []Finding
	for _, l := range e.locks[:min(most, len(e.locks))] {
		if l.Wants == 0 {
			findings = append(findings, Finding{Check: "lock", Severity: Lead, Says: fmt.Sprintf("thread %q has %s", text.Visible(l.Holder), l.Class), Evidence: l.stands()})
			continue
		}
		findings = append(findings, Finding{
			Check: "lock", Severity: Lead,
			Says:     fmt.Sprintf("%s of %d %s for one lock, %s, in %s", e.threads(l.Wants), e.total, waits(l.Wants), text.Visible(l.Class), l.sites()),
			Evidence: l.holder(),
			Stacks: e.worst(func(n collapse.NodeID) bool {
				return l.Sites[e.frame(e.lockSite(n)).Name] > 0 && e.stateOf(n) != "running"
			}),
		})
	}
	return findings
}

// sites names the functions that want the lock.
func (l Lock) sites() string {
	names := make([]string, 0, len(l.Sites))
	for name := range l.Sites {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(l.Sites[b], l.Sites[a]), cmp.Compare(a, b)) })
	list := text.Visible(names[0])
	if len(names) > 1 {
		list += " and " + text.Count(len(names)-1, "other function")
	}
	return list
}

// holder says who holds the lock.
func (l Lock) holder() []string {
	if l.Holder == "" {
		if strings.Contains(l.Class, "$") && strings.HasSuffix(l.Class, "Sync") {
			return []string{"the dump does not say who holds it: jstack -l does"}
		}
		return []string{"no thread of the dump holds it: who did has just released it, or is not in the dump"}
	}
	says := fmt.Sprintf("held by thread %q", text.Visible(l.Holder))
	if l.HeldIn != "" {
		says += ", which took it in " + text.Visible(l.HeldIn)
	}
	return append([]string{says}, l.stands()...)
}

// stands says where the holder stands, and what it waits for itself.
func (l Lock) stands() []string {
	if l.Stands == "" {
		return nil
	}
	says := "it stands in " + text.Visible(l.Stands)
	if l.State != "" {
		says += ", " + text.Visible(l.State)
	}
	switch {
	case l.NextHolder != "":
		says += fmt.Sprintf(", and waits itself for %s, held by thread %q", text.Visible(l.Next), text.Visible(l.NextHolder))
	case l.Next != "":
		says += ", and waits itself for " + text.Visible(l.Next)
	}
	return []string{says}
}

// isHeld reports whether the dump itself says who wants a lock in a function.
func (e *examination) isHeld(site string) bool {
	return slices.ContainsFunc(e.locks, func(l Lock) bool { return l.Sites[site] > 0 })
}
