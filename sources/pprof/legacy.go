package pprof

import (
	"bytes"
	"encoding/binary"
	"errors"
	"regexp"
	"sync"

	google "github.com/google/pprof/profile"

	"fold/sources/input"
)

// legacy is what is known of a profile that is older than profile.proto.
type legacy struct {
	is    bool
	named bool // it is text of Go that names its addresses
}

// translate returns a profile that is older than profile.proto as such a one. Google's decoder knows these formats, which
// are described nowhere else.
func translate(c *input.Chunk) (data []byte, is legacy, err error) {
	defer func() {
		// The decoder reads hostile bytes and is not ours: its panics are errors of the input.
		if recover() != nil {
			err = errors.New("damaged profile: record or copy it again")
		}
	}()
	if err := checkMemoryMap(c.Data); err != nil {
		return nil, is, explainPprof(c.Data, err)
	}
	p, err := google.ParseData(c.Data)
	if err != nil {
		return nil, is, explainPprof(c.Data, err)
	}
	is = legacy{is: true, named: isLegacyText(c.Data) && nameGoText(c, p)}
	for _, s := range p.Sample {
		if len(s.NumLabel["bytes"]) == 1 {
			s.NumUnit = map[string][]string{"bytes": {"bytes"}} // a zero without a unit is no label
		}
	}
	var out bytes.Buffer
	err = p.WriteUncompressed(&out)
	return out.Bytes(), is, err
}

// legacyHeader, made when a line may be one, matches the first line of the text formats that are older than profile.proto:
//
//	heap profile: 8: 123776 [118: 1502768] @ heap/1048576
//	goroutine profile: total 6
//	--- contention:
//	--- contentionz 1 ---
//	--- threadz 1 ---
var legacyHeader = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(` +
		`heap profile: *\d+: *\d+ *\[ *\d+: *\d+ *\] *@ *\w+` +
		`|\S+ profile: total \d+$` +
		`|--- (contention|mutex):` +
		`|--- (contentionz|heapz|threadz) \d+ ---` +
		`|--- Thread [0-9a-fA-F]+ \(name: .*/\d+\) stack: ---)`)
})

func isLegacyText(data []byte) bool {
	line := firstLine(data)
	may := bytes.HasPrefix(line, []byte("--- ")) || bytes.Contains(line, []byte(" profile:"))
	return may && legacyHeader().Match(line)
}

// firstLine returns the first line. A header is never longer than 1 KiB.
func firstLine(data []byte) []byte {
	line, _, _ := bytes.Cut(data[:min(len(data), 1<<10)], []byte{'\n'})
	return bytes.TrimRight(line, "\r")
}

// legacyWords are the words of gperftools' CPU profile, 4 or 8 bytes each in either byte order.
type legacyWords struct {
	data  []byte
	size  int
	order binary.ByteOrder
}

// legacyCPU returns the words of a legacy CPU profile. The first five are 0, 3, 0 (1 for Java), the period
// in microseconds and 0.
func legacyCPU(data []byte) (legacyWords, bool) {
	for _, size := range []int{4, 8} {
		for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
			w := legacyWords{data, size, order}
			if w.len() >= 5 && w.at(0) == 0 && w.at(1) == 3 && w.at(2) <= 1 && w.at(3) > 0 && w.at(4) == 0 {
				return w, true
			}
		}
	}
	return legacyWords{}, false
}

func isLegacyCPU(data []byte) bool {
	_, is := legacyCPU(data)
	return is
}

func (w legacyWords) len() int { return len(w.data) / w.size }

func (w legacyWords) at(i int) uint64 {
	if w.size == 4 {
		return uint64(w.order.Uint32(w.data[4*i:]))
	}
	return w.order.Uint64(w.data[8*i:])
}

// text returns what stands behind the stacks: the memory map. A stack is a count, its depth and as many
// addresses; the last one is 0, 1, 0.
func (w legacyWords) text() []byte {
	for i := 5; i+2 < w.len(); {
		count, depth := w.at(i), w.at(i+1)
		if depth > uint64(w.len()-i-2) {
			break
		}
		end := i + 2 + int(depth)
		if count == 0 && depth == 1 && w.at(i+2) == 0 {
			return w.data[end*w.size:]
		}
		i = end
	}
	return nil
}

// isJemalloc knows the heap profiles of jemalloc:
//
//	heap_v2/524288
//	  t*: 28106: 56637512 [0: 0]
func isJemalloc(data []byte) bool { return bytes.HasPrefix(data, []byte("heap_v2/")) }

// checkMemoryMap looks at the memory map at the end of a legacy profile:
//
//	--- Memory map: ---
//	  build=/home/dev/demo
//	  00400000-00fcb000: $build/server
//
// The decoder reads it in a time that grows with the square of its variables, and compares each address
// with each line. The limits are far above what a program has: they stand for seconds.
func checkMemoryMap(data []byte) error {
	const maxVariables, maxWork = 1000, 1 << 36
	text := memoryMap(data)
	lines, variables := 0, 0
	for line := range bytes.Lines(text) {
		lines++
		if bytes.IndexByte(line, '=') >= 0 {
			variables++
		}
	}
	if variables > maxVariables || int64(lines)*int64(len(data)) > maxWork {
		return errors.New("a memory map that is too long to be that of a program")
	}
	return nil
}

// memoryMap returns the memory map of a legacy profile, or nil.
func memoryMap(data []byte) []byte {
	if words, ok := legacyCPU(data); ok {
		return words.text()
	}
	start := len(data)
	for _, heading := range []string{"--- Memory map: ---", "MAPPED_LIBRARIES:"} {
		if at := bytes.Index(data[:start], []byte(heading)); at >= 0 {
			start = at
		}
	}
	return data[start:]
}
