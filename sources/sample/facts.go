package sample

import (
	"strings"

	"fold/sources/input"
)

// factsOf returns what the head of a report says about the machine and the recording:
//
//	Analysis of sampling tidepool (pid 4410) every 1 millisecond
//	OS Version:      macOS 15.1 (24B83)
func factsOf(h *input.Head) []input.Fact {
	facts := input.HeadFacts(map[string]string{"OS Version": input.System})(h)
	_, report, _ := strings.Cut(string(h.Bytes), "Analysis of sampling ")
	title, _, _ := strings.Cut(report, "\n")
	if _, interval, found := strings.Cut(title, " every "); found {
		facts = append(facts, input.Fact{Name: input.Rate, Value: input.EachSample(strings.TrimSpace(interval))})
	}
	return facts
}
