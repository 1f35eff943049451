// Package sizes is what the formats have in common that say how large the functions of a program are: their stacks are
// paths, crate or name space first, and what a list leaves out is a frame.
package sizes

import (
	"fold/collapse"
	"fold/sources/input"
	"fold/sources/symbol"
)

// NotListed is the frame of what a tool counts in its total and leaves out of its list.
const NotListed = "[not listed]"

// Frames returns what cuts a function's name into its path: see [symbol.Path]. The number that LLVM adds to names it has
// made unique differs from build to build, so it goes.
func Frames(o input.Options) func(name []byte) []collapse.Frame {
	simple := o.Simple(input.DemangleFull)
	return func(name []byte) []collapse.Frame {
		if len(name) == 0 {
			return Plain(name)
		}
		var frames []collapse.Frame
		parts := symbol.Path(symbol.TrimLLVM(symbol.Native(string(name), false)))
		for i, part := range parts {
			if simple && i == len(parts)-1 {
				part = symbol.TrimArguments(part)
			}
			frames = append(frames, collapse.Frame{Name: part})
		}
		return frames
	}
}

// Plain reads a text that is one frame, whatever it holds.
func Plain(text []byte) []collapse.Frame {
	if len(text) == 0 {
		return []collapse.Frame{{Name: "[unknown]"}}
	}
	return []collapse.Frame{{Name: string(text)}}
}

// Rest is what is left of a tool's total once its rows are taken off.
type Rest struct {
	Total int64
	sum   int64
}

// Take takes a row off.
func (r *Rest) Take(weight int64) { r.sum, _ = collapse.AddWeights(r.sum, weight) }

// Add adds what is left, if anything is, under [NotListed]. It returns how much that is.
func (r *Rest) Add(b *collapse.Builder, metric int) int64 {
	left := r.Total - r.sum
	if left <= 0 {
		return 0
	}
	b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: NotListed})), metric, left)
	return left
}
