package perfdata

import (
	"strconv"

	"fold/sources/input"
	"fold/sources/perfevent"
)

// addFact reads a section of the header that says on what machine and how the recording was made: a text, or
//
//	the processors: u32 how many there are, u32 how many were on line
//	the command: u32 how many words, the words
func (r *recording) addFact(feature int, b []byte) {
	switch feature {
	case featureHost:
		r.addText(input.Host, b)
	case featureSystem:
		r.addText(input.System, b)
	case featureProcessor:
		r.addText(input.Processor, b)
	case featureProcessors:
		if len(b) >= 8 {
			r.facts = append(r.facts, input.Fact{Name: input.Processors, Value: strconv.Itoa(int(le.Uint32(b[4:])))})
		}
	case featureCommand:
		if len(b) < 4 {
			return
		}
		var words []string
		for rest := b[4:]; len(rest) >= 4 && len(words) < int(min(le.Uint32(b), 1<<10)); {
			var word []byte
			word, rest = headerText(rest)
			words = append(words, string(word))
		}
		r.facts = append(r.facts, input.Fact{Name: input.Command, Value: perfevent.RecordedCommand(words)})
	}
}

func (r *recording) addText(name string, b []byte) {
	text, _ := headerText(b)
	r.facts = append(r.facts, input.Fact{Name: name, Value: string(text)})
}

// reportFacts reports what the header says.
func (r *recording) reportFacts(f *input.File) {
	for _, fact := range r.facts {
		f.Fact(fact.Name, fact.Value)
	}
	for _, a := range r.attrs {
		f.Fact(input.Rate, perfevent.Rate(strconv.FormatUint(a.period, 10), a.flags&flagFrequency != 0))
	}
}

// seen notes when the sample was taken, and of which thread.
func (r *replay) seen() {
	if at := int64(r.sample.time); at > 0 {
		r.file.SeenAt(at)
	}
	if r.sample.tid >= 0 {
		r.file.Thread(strconv.AppendInt(r.key[:0], int64(r.sample.tid), 10))
	}
}
