package parquet

import "encoding/binary"

// appendHybrid appends numbers of so many bits each, as hybrid reads them: a number that repeats at least eight times as a
// run, and what lies between as groups of eight that are packed by their bits. The last group may be filled up with zeros,
// since how many numbers there are stands elsewhere.
func appendHybrid(out []byte, numbers []uint32, width int) []byte {
	packed := 0 // where the numbers begin that are to be packed
	for at := 0; at < len(numbers); {
		run := 1
		for at+run < len(numbers) && numbers[at+run] == numbers[at] {
			run++
		}
		if run += at; run-at < 8 {
			at = min(at+8, len(numbers)) // the next place where a group ends
			continue
		}
		out = appendPacked(out, numbers[packed:at], width)
		out = binary.AppendUvarint(out, uint64(run-at)<<1)
		for n, bits := numbers[at], 0; bits < width; bits += 8 {
			out = append(out, byte(n>>bits))
		}
		at, packed = run, run
	}
	return appendPacked(out, numbers[packed:], width)
}

// appendPacked appends one run of numbers that are packed by their bits.
func appendPacked(out []byte, numbers []uint32, width int) []byte {
	if len(numbers) == 0 {
		return out
	}
	groups := (len(numbers) + 7) / 8
	out = binary.AppendUvarint(out, uint64(groups)<<1|1)
	end := len(out) + groups*width
	bits, have := uint64(0), 0
	for _, n := range numbers {
		bits |= uint64(n) << have
		for have += width; have >= 8; have -= 8 {
			out = append(out, byte(bits))
			bits >>= 8
		}
	}
	for ; len(out) < end; bits >>= 8 {
		out = append(out, byte(bits))
	}
	return out
}
