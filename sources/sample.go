package sources

import "fold/collapse"

var sampleFormat = Format{Name: "sample", Sniff: func([]byte) bool { return false }, Split: splitLines, Parse: func(*Chunk, *collapse.Builder) error { return nil }}
