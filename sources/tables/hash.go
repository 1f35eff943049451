package tables

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"strconv"

	"fold/collapse"
)

// hash is the number of a stack, and a second one that tells stacks apart that happen to have the same first. Both
// depend on nothing but the texts of the frames, and must never change: tables that are years old are joined by them.
type hash struct{ first, second uint64 }

// plus returns the number of a stack with one more frame.
func (h hash) plus(frame hash) hash {
	return hash{
		mix(bits.RotateLeft64(h.first, 23) + frame.first),
		mix(bits.RotateLeft64(h.second, 41) ^ frame.second),
	}
}

// mix is the finalizer of splitmix64, by G. L. Steele Jr., D. Lea and C. H. Flood, "Fast splittable pseudorandom
// number generators", OOPSLA 2014: each bit of x changes about half of the result's. The sum keeps 0 from staying 0.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// hashFrames returns the number of each frame.
func (w *Writer) hashFrames(p *collapse.Profile) []hash {
	hashes := make([]hash, p.Frames())
	var text []byte
	for f := range hashes {
		frame := p.Frame(collapse.FrameID(f))
		text = append(text[:0], frame.Name...)
		if w.o.Places {
			text = append(append(append(append(text, 0), frame.Module...), 0), frame.File...)
			text = strconv.AppendInt(append(text, 0), int64(frame.Line), 10)
		}
		sum := sha256.Sum256(text)
		hashes[f] = hash{binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])}
	}
	return hashes
}
