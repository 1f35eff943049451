package spindump

import (
	"strings"

	"fold/sources/input"
)

// factsOf returns what the head of a report says about the machine and the recording:
//
//	OS Version:       macOS 15.1 (Build 24B83)
//	Hardware model:   Mac15,6
//	Steps:            10 (100ms sampling interval)
func factsOf(h *input.Head) []input.Fact {
	facts := input.HeadFacts(map[string]string{
		"OS Version": input.System, "Hardware model": input.Processor, "Command": input.Command, "Steps": input.Rate,
	})(h)
	for i := range facts {
		if f := &facts[i]; f.Name == input.Rate {
			_, rate, _ := strings.Cut(f.Value, "(")
			interval, _, _ := strings.Cut(rate, " sampling interval")
			f.Value = input.EachSample(interval)
		}
	}
	return facts
}
