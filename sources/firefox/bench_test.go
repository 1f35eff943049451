package firefox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"fold/sources"
)

// BenchmarkRead reads a profile as samply writes it, and has encoding/json check the same text.
func BenchmarkRead(b *testing.B) {
	data := samplyFile(40_000, 700_000)
	b.Run("how=valid", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if !json.Valid(data) {
				b.Fatal("no JSON")
			}
		}
	})
	b.Run("how=read", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := sources.Read(bytes.NewReader(data), sources.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// samplyFile returns a profile of one thread: so many stacks, each a call from one of the forty before it, and so many
// samples.
func samplyFile(stacks, samples int) []byte {
	const functions = 5000
	random := rand.New(rand.NewPCG(1, 2))
	var out bytes.Buffer
	column := func(name string, n int, value func(i int) any) {
		fmt.Fprintf(&out, `%q:[`, name)
		for i := range n {
			if i > 0 {
				out.WriteByte(',')
			}
			fmt.Fprint(&out, value(i))
		}
		out.WriteString("],")
	}
	same := func(value string) func(int) any { return func(int) any { return value } }
	self := func(i int) any { return i }
	below := func(n int) func(int) any { return func(int) any { return random.IntN(n) } }
	out.WriteString(`{"meta":{"preprocessedProfileVersion":49,"sampleUnits":{"threadCPUDelta":"µs"}},"libs":[{"name":"app"}],"threads":[{"name":"main","pid":"1","tid":"1",`)
	column("stringArray", functions, func(i int) any { return fmt.Sprintf(`"app::module%d::function%d::run"`, i%97, i) })
	out.WriteString(`"resourceTable":{"lib":[0],"length":1},"funcTable":{`)
	column("name", functions, self)
	column("isJS", functions, same("false"))
	column("resource", functions, same("0"))
	fmt.Fprintf(&out, `"length":%d},"frameTable":{`, functions)
	column("address", functions, func(i int) any { return 4096 + 37*i })
	column("inlineDepth", functions, same("0"))
	column("category", functions, same("0"))
	column("func", functions, self)
	column("line", functions, same("null"))
	fmt.Fprintf(&out, `"length":%d},"stackTable":{`, functions)
	column("frame", stacks, below(functions))
	column("prefix", stacks, func(i int) any {
		if i == 0 {
			return "null"
		}
		return max(0, i-1-random.IntN(40))
	})
	fmt.Fprintf(&out, `"length":%d},"samples":{`, stacks)
	column("stack", samples, func(i int) any { return (i + random.IntN(2000)) % stacks })
	column("time", samples, func(i int) any { return fmt.Sprintf("%d.%06d", i, random.IntN(1000000)) })
	out.WriteString(`"weightType":"samples",`)
	column("weight", samples, same("1"))
	column("threadCPUDelta", samples, func(int) any { return 900 + random.IntN(200) })
	fmt.Fprintf(&out, `"length":%d}}]}`, samples)
	return out.Bytes()
}
