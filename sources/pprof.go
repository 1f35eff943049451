package sources

import "fold/collapse"

var pprofFormat = Format{Name: "pprof", Sniff: func([]byte) bool { return false }, Split: splitLines, Parse: func(*Chunk, *collapse.Builder) error { return nil }}
