package category

import (
	"strings"
	"testing"
)

// TestCategoryRules: no word stands twice among those that are looked up together, and each table is read as
// it is meant to be.
func TestCategoryRules(t *testing.T) {
	for _, together := range [][][]rule{
		{nativeRules, cppRules, rustRules, goRules, jvmRules, scriptRules}, {systemRules}, {kernelRules}, {gateRules}, {moduleRules}, {pythonRules},
	} {
		seen := make(map[string]Category)
		for _, table := range together {
			for _, rule := range table {
				for word := range strings.FieldsSeq(rule.words) {
					if before, twice := seen[word]; twice {
						t.Errorf("%s stands twice, under %d and %d", word, before, rule.category)
					}
					if at := strings.IndexByte(word, '*'); at >= 0 && at < len(word)-1 && word[at-1] != '(' {
						t.Errorf("%s: a star means something only at the end", word)
					}
					seen[word] = rule.category
				}
			}
		}
	}
}
