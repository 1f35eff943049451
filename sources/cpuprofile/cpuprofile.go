// Package cpuprofile reads the .cpuprofile files of V8: what node --cpu-prof, the DevTools of Chrome and Hermes write.
package cpuprofile

import (
	"fold/collapse"
	"fold/sources/input"
	"fold/sources/stacks"
	"fold/sources/v8"
)

// Format is V8's CPU profile, as it is or as the answer of the protocol that it came with:
//
//	{"nodes":[{"id":1,"callFrame":{"functionName":"(root)","url":"","lineNumber":-1},"children":[2]},
//	 {"id":2,"callFrame":{"functionName":"main","url":"file:///srv/main.js","lineNumber":0}}],
//	 "startTime":1000,"endTime":1700,"samples":[2,2],"timeDeltas":[50,100]}
//	{"id":7,"result":{"profile":{"nodes":[…],…}}}
var Format = input.Format{
	Name: "cpuprofile", Title: "V8 CPU profiles: node --cpu-prof, Chrome DevTools, Hermes",
	Uses:  input.UsesLines | input.UsesIdle,
	Sniff: sniff, Stream: read, Write: Write, Loses: Loses, Ordered: true, Timed: true,
}

func sniff(h *input.Head) bool {
	o := h.JSON()
	for _, at := range []string{"", "profile.", "result.profile."} {
		if o.Has(at+"nodes[].callFrame", at+"nodes[].hitCount", at+"head.functionName", at+"head.callUID", at+"head.bailoutReason") {
			return true
		}
		for _, list := range []string{"samples[]", "timeDeltas[]", "timestamps[]"} {
			if o.Kind(at+list) == input.JSONNumber {
				return true
			}
		}
	}
	return false
}

func read(s *input.Stream, b *collapse.Builder) error {
	j := input.NewJSON(s)
	p := v8.NewProfile(b, s.Options)
	readProfile(j, p, 2)
	if err := s.JSONEnd(j); err != nil {
		return err
	}
	var to v8.Columns
	if p.HasTimes() {
		to.Time, to.Unit = s.Metric(b, collapse.Metric{Name: "time", Unit: "microseconds"}), 1000
	}
	to.Samples = s.Metric(b, collapse.Metric{Name: "samples", Unit: "count"})
	return p.Build(&s.Task, stacks.Place{}, to)
}

// readProfile reads the object that comes next, and profiles in it.
func readProfile(j *input.JSON, p *v8.Profile, wrappers int) {
	for in := j.Object(); in && j.Member(); {
		if p.ReadMember(j) {
			continue
		}
		if name := string(j.Name()); wrappers > 0 && (name == "profile" || name == "result") {
			readProfile(j, p, wrappers-1)
		}
	}
}
