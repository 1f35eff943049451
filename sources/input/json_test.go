package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
)

// tokens reads a whole text and writes its tokens, one a line: brackets, quoted texts, numbers, words.
func tokens(j *JSON) string {
	var out strings.Builder
	var objects []bool // the containers that are open
	for {
		switch kind := j.Kind(); kind {
		case JSONObject:
			j.Object()
			objects = append(objects, true)
			out.WriteString("{\n")
		case JSONArray:
			j.Array()
			objects = append(objects, false)
			out.WriteString("[\n")
		case JSONString:
			text, _ := j.Text()
			fmt.Fprintf(&out, "%q\n", text)
		case JSONNumber:
			text, _ := j.Text()
			fmt.Fprintf(&out, "%s\n", text)
		default:
			fmt.Fprintf(&out, "%d\n", kind)
			j.Skip()
		}
		for {
			if len(objects) == 0 {
				return out.String()
			}
			if last := objects[len(objects)-1]; last && j.Member() {
				fmt.Fprintf(&out, "%q:\n", j.Name())
				break
			} else if !last && j.Element() {
				break
			}
			objects = objects[:len(objects)-1]
			out.WriteString("end\n")
		}
	}
}

// standardTokens is tokens by encoding/json.
func standardTokens(t *testing.T, data []byte) string {
	t.Helper()
	var out strings.Builder
	type container struct{ object, name bool }
	var open []container
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		isName := false
		if n := len(open); n > 0 && open[n-1].object {
			isName = !open[n-1].name
			open[n-1].name = isName
		}
		switch token := token.(type) {
		case json.Delim:
			switch token {
			case '{', '[':
				fmt.Fprintf(&out, "%c\n", rune(token))
				open = append(open, container{object: token == '{'})
			default:
				open = open[:len(open)-1]
				out.WriteString("end\n")
			}
		case string:
			fmt.Fprintf(&out, "%q", token)
			if isName {
				out.WriteByte(':')
			}
			out.WriteByte('\n')
		case json.Number:
			fmt.Fprintf(&out, "%s\n", token)
		case bool:
			fmt.Fprintf(&out, "%d\n", JSONBool)
		case nil:
			fmt.Fprintf(&out, "%d\n", JSONNull)
		}
		if len(open) == 0 {
			return out.String()
		}
	}
}

var jsonSeeds = []string{
	`{}`, `[]`, `""`, `0`, `-0.5e-7`, `null`, ` [ true , false ] `, `{"a":[1,2,{"b":null}],"c":"x\n\u00e9\ud83d\ude00\ud800 \\ \" \/"}`,
	`[1,2.50,-3e2,12345678901234567890,1.0E+5]`, `[NaN,Infinity,-Infinity]`, "[\"a\x01b\"]", "\"\xff\xfe\"", `[1,]`, `{"a":1,}`,
	`{"a" : "b" , "c" : [ ] }`, `[[[[[]]]]]`, `"\`, `"\u12`, `"\x"`, `[01]`, `[1.]`, `[-]`, `[1 2]`, `{"a"}`, `{1:2}`, `nul`, `[}`, `{]`, ``, `[1]x`, "[1]\x00",
}

// forgiven matches what fold reads and encoding/json refuses.
var forgiven = regexp.MustCompile("[\x00-\x1f]|NaN|Infinity|,[ \t\r\n]*[]}]|\\\\u")

func FuzzJSON(f *testing.F) {
	for _, seed := range jsonSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		whole := NewJSON(bytes.NewReader(data))
		got := tokens(whole)
		rest := whole.Rest()
		err := whole.Err()

		pieces := NewJSON(iotest.OneByteReader(bytes.NewReader(data)))
		if piecemeal := tokens(pieces); piecemeal != got || pieces.Rest() != rest || fmt.Sprint(pieces.Err()) != fmt.Sprint(err) {
			t.Fatalf("byte by byte: got %q %v, want %q %v", piecemeal, pieces.Err(), got, err)
		}
		for _, r := range []io.Reader{bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(data))} {
			skipped := NewJSON(r)
			if n := skipped.Rest(); n != rest || (skipped.Err() == nil) != (err == nil) {
				t.Fatalf("skipped: %d left, %v; read: %d left, %v", n, skipped.Err(), rest, err)
			}
		}
		switch valid := json.Valid(data); {
		case valid && err != nil:
			t.Fatalf("refused valid JSON: %v", err)
		case valid:
			if want := standardTokens(t, data); got != want {
				t.Fatalf("got %q, want %q", got, want)
			}
		case err == nil && rest == 0 && !forgiven.Match(data):
			t.Fatalf("accepted damaged JSON: %q", got)
		}
	})
}

func TestJSONErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"a":[1,2`, "1: cut short at byte 9: record or copy the file again"},
		{"{\"a\":\n\n\"x", "3: cut short at byte 7: record or copy the file again"},
		{``, "1: cut short at byte 0: record or copy the file again"},
		{"[1\n2]", `2: damaged at byte 3: '2' where a comma or the end of the array belongs`},
		{`{"a" 1}`, `1: damaged at byte 5: '1' where a colon after the member's name belongs`},
		{`{a:1}`, `1: damaged at byte 1: 'a' where a member's name in quotes belongs`},
		{`["\q"]`, `1: damaged at byte 1: "\\q" is no escape`},
		{`[01]`, `1: damaged at byte 1: the number 01`},
		{`[truth]`, `1: damaged at byte 1: "trut" where true belongs`},
		{`[?]`, `1: damaged at byte 1: '?' where a value belongs`},
	} {
		j := NewJSON(strings.NewReader(c.text))
		tokens(j)
		var e *Error
		if err := j.Err(); !errors.As(err, &e) || fmt.Sprintf("%d: %s", e.Line, e.Why) != c.want {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

func TestJSONDecimal(t *testing.T) {
	for _, c := range []struct {
		text   string
		places int
		want   string
	}{
		{"0", 0, "0"},
		{"-0", 3, "0"},
		{"12", 3, "12000"},
		{"1.2345", 3, "1235"},
		{"-1.2345", 3, "-1235"},
		{"1.2344999", 3, "1234"},
		{"0.5", 0, "1"},
		{"-0.5", 0, "-1"},
		{"0.49999999999999999999", 0, "0"},
		{"0.04", 0, "0"},
		{"0.05", 1, "1"},
		{"1700000000000000.125", 3, "1700000000000000125"},
		{"1.700000000000000375E+15", 3, "1700000000000000375"},
		{"1e-06", 6, "1"},
		{"5e-1", 0, "1"},
		{"5e-2", 0, "0"},
		{"0e999999999999", 3, "0"},
		{"1e-999999999999", 3, "0"},
		{"9223372036854775807", 0, "9223372036854775807"},
		{"-9223372036854775808", 0, "-9223372036854775808"},
		{"9223372036854775808", 0, "beyond"},
		{"9223372036854775.8075", 3, "beyond"},
		{"9223372036854775.8074", 3, "9223372036854775807"},
		{"1e19", 0, "beyond"},
		{"123456789012345678901234567890", 0, "beyond"},
		{"99999999999999999.95", 0, "100000000000000000"},
		{`" 0.5"`, 3, "500"},
		{`"0x10"`, 0, "none"},
		{`""`, 0, "none"},
		{"NaN", 0, "none"},
		{"-Infinity", 0, "none"},
		{"null", 0, "none"},
		{"[1]", 0, "none"},
		{"30.0", 0, "30"},
		{"9007199254740993", 0, "9007199254740993"},
		{"100", -2, "1"},
		{"149", -2, "1"},
		{"150", -2, "2"},
		{"-150", -2, "-2"},
	} {
		j := NewJSON(strings.NewReader("[" + c.text + ",7]"))
		j.Array()
		j.Element()
		n, ok := j.Decimal(c.places)
		got := fmt.Sprint(n)
		switch {
		case j.Err() != nil && strings.Contains(j.Err().Error(), "beyond 64 bits"):
			got = "beyond"
		case !ok:
			got = "none"
		}
		if got != c.want {
			t.Errorf("%s with %d places: got %s, want %s", c.text, c.places, got, c.want)
		}
		if c.want == "beyond" {
			continue
		}
		if next, ok := j.Int(); ok || next != 0 || !j.Element() {
			t.Errorf("%s: no element after it", c.text)
		}
		if seven, _ := j.Int(); seven != 7 || j.Element() || j.Rest() != 0 || j.Err() != nil {
			t.Errorf("%s: got %d after it, %v", c.text, seven, j.Err())
		}
	}
}

func TestJSONExact(t *testing.T) {
	for _, c := range []struct {
		text   string
		n      int64
		digits int
	}{
		{"2.50", 25, 1},
		{"100", 100, 0},
		{"1e3", 1000, 0},
		{"1.5e3", 1500, 0},
		{"15e-1", 15, 1},
		{"150e-1", 15, 0},
		{"1e-12", 0, 9},
		{"0.1234567895", 123456790, 9},
		{"-0.25", -25, 2},
		{`"0.5"`, 5, 1},
		{"0.0", 0, 0},
		{"0e-5", 0, 4},
		{"null", 0, 0},
	} {
		j := NewJSON(strings.NewReader("[" + c.text + "]"))
		j.Array()
		j.Element()
		if n, digits, _ := j.Exact(9); n != c.n || digits != c.digits {
			t.Errorf("%s: got %d and %d digits, want %d and %d", c.text, n, digits, c.n, c.digits)
		}
		if j.Element() || j.Rest() != 0 || j.Err() != nil {
			t.Errorf("%s: %v", c.text, j.Err())
		}
	}
}

// TestJSONHostile checks that depth and length cost memory in proportion, and time too.
func TestJSONHostile(t *testing.T) {
	const n = 1 << 20
	for name, text := range map[string]string{
		"open":    strings.Repeat("[", n),
		"nested":  strings.Repeat("[", n) + strings.Repeat("]", n),
		"objects": strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n),
		"escapes": `"` + strings.Repeat(`\n`, n) + `"`,
		"quotes":  `"` + strings.Repeat(`\"`, n) + `"`,
		"digits":  strings.Repeat("1", n),
		"zeros":   "[" + strings.Repeat("0,", n) + "0]",
	} {
		j := NewJSON(strings.NewReader(text))
		j.Rest()
		k := NewJSON(iotest.HalfReader(strings.NewReader(text)))
		tokens(k)
		if cut := name == "open"; j.Cut() != cut || k.Cut() != cut || !cut && (j.Err() != nil || k.Err() != nil) {
			t.Errorf("%s: %v, %v", name, j.Err(), k.Err())
		}
	}
}

// TestJSONSkipsUnread checks that what a reader does not ask for is passed over.
func TestJSONSkipsUnread(t *testing.T) {
	j := NewJSON(strings.NewReader(`{"a":{"x":[1,{"y":"]"}]},"b":[[1],2,"3"],"c":"4"}`))
	var got []string
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "b":
			for in := j.Array(); in && j.Element(); {
				n, ok := j.Int()
				got = append(got, fmt.Sprint(n, ok))
			}
		case "c":
			text, ok := j.Text()
			got = append(got, fmt.Sprintf("%s %v", text, ok))
		}
	}
	if want := "[0 false 2 true 3 true 4 true]"; fmt.Sprint(got) != want || j.Err() != nil {
		t.Errorf("got %v, %v, want %s", got, j.Err(), want)
	}
}

func BenchmarkJSON(b *testing.B) {
	event := `{"name":"Source","ph":"X","ts":1700000123.456,"dur":20,"pid":9,"tid":5,"args":{"detail":"/usr/include/x.h"}},` + "\n"
	numbers := strings.Repeat("12345,1,null,987654321.125,-3,", 4)
	for name, text := range map[string]string{"events": event, "numbers": numbers} {
		data := []byte("[" + strings.Repeat(text, (1<<20)/len(text)) + "0]")
		b.Run("text="+name+"/how=valid", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				json.Valid(data)
			}
		})
		b.Run("text="+name+"/how=skip", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				NewJSON(bytes.NewReader(data)).Rest()
			}
		})
		b.Run("text="+name+"/how=read", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				readTree(NewJSON(bytes.NewReader(data)))
			}
		})
	}
}

// readTree asks for every value as readers of formats do.
func readTree(j *JSON) {
	for in := j.Array(); in && j.Element(); {
		if j.Kind() != JSONObject {
			j.Decimal(3)
			continue
		}
		for in := j.Object(); in && j.Member(); {
			switch string(j.Name()) {
			case "ts", "dur":
				j.Decimal(3)
			case "args":
				for in := j.Object(); in && j.Member(); {
					j.Text()
				}
			default:
				j.Text()
			}
		}
	}
}
