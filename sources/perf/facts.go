package perf

import (
	"bytes"
	"strings"

	"fold/sources/input"
	"fold/sources/perfevent"
)

// headFacts are the lines of perf script --header that say on what machine and how a recording was made:
//
//	# hostname : build-7
//	# os release : 6.1.0-18-amd64
//	# nrcpus online : 8
//	# cpudesc : Intel(R) Xeon(R) CPU E5-2670 v2 @ 2.50GHz
//	# cmdline : /usr/bin/perf record -F 99 -g -o after.data -- ./bench
//	# event : name = cycles, , id = { 550 }, size = 112, { sample_period, sample_freq } = 99, …, freq = 1, …
var headFacts = map[string]string{
	"hostname": input.Host, "os release": input.System, "nrcpus online": input.Processors, "cpudesc": input.Processor,
	"cmdline": input.Command, "event": input.Rate,
}

// factsOf returns what the head of an input says.
func factsOf(h *input.Head) []input.Fact {
	facts := input.HeadFacts(headFacts)(h)
	for i := range facts {
		switch f := &facts[i]; f.Name {
		case input.Command:
			f.Value = perfevent.RecordedCommand(strings.Fields(f.Value))
		case input.Rate:
			f.Value = sampleRate(f.Value)
		}
	}
	return facts
}

// sampleRate returns how often samples of an event were taken.
func sampleRate(event string) string {
	_, rate, found := strings.Cut(event, "{ sample_period, sample_freq } = ")
	if !found {
		return ""
	}
	number, rest, _ := strings.Cut(rate, ",")
	return perfevent.Rate(strings.TrimSpace(number), strings.Contains(rest, "freq = 1"))
}

// seen notes when the open sample was taken, and of which thread.
func (r *perfReader) seen() {
	if at, ok := input.ParseSeconds(bytes.TrimSuffix(r.header.time, colon)); ok {
		r.c.SeenAt(at)
	}
	if len(r.header.tid) > 0 {
		r.c.Thread(r.header.tid)
	}
}

var colon = []byte{':'}
