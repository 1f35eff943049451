package sources

import "fold/collapse"

var perfFormat = Format{Name: "perf", Sniff: func([]byte) bool { return false }, Split: splitLines, Parse: func(*Chunk, *collapse.Builder) error { return nil }}
