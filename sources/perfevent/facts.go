package perfevent

import (
	"path"
	"slices"
	"strings"

	"fold/sources/input"
)

// RecordedCommand returns the command line of a recording without what differs between recordings that are the same: the
// folder of perf itself, and the file that it wrote.
func RecordedCommand(words []string) string {
	words = slices.Clone(words)
	if len(words) > 0 {
		words[0] = path.Base(words[0])
	}
	for i := 0; i < len(words) && words[i] != "--"; i++ {
		switch {
		case words[i] == "-o", words[i] == "--output":
			words = slices.Delete(words, i, min(i+2, len(words)))
			i--
		case strings.HasPrefix(words[i], "--output="):
			words = slices.Delete(words, i, i+1)
			i--
		}
	}
	return strings.Join(words, " ")
}

// Rate says how often samples were taken: so many a second if isFrequency is true, else one for so many events.
func Rate(number string, isFrequency bool) string {
	switch {
	case number == "" || number == "0":
		return ""
	case isFrequency:
		return number + " samples a second"
	}
	return input.EachSample(number + " events")
}
