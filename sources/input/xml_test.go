package input_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"fold/sources/input"
)

// tags reads all tags of a text, one a line, with the attribute a and the text before each.
func tags(text string) string {
	var out strings.Builder
	x := input.NewXML(iotest.OneByteReader(strings.NewReader(text)))
	for {
		tag, err := x.Next()
		switch {
		case err != nil:
			fmt.Fprintf(&out, "error %v\n", err)
			return out.String()
		case tag == input.NoTag:
			return out.String()
		case tag == input.StartTag:
			fmt.Fprintf(&out, "%q <%s %q> %d\n", x.Text(), x.Name(), x.Attr("a"), x.Line())
		default:
			fmt.Fprintf(&out, "%q </%s>\n", x.Text(), x.Name())
		}
	}
}

func TestXML(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"nested", "<?xml version=\"1.0\"?>\n<r>\n<f a=\"1\"/>x</r>", "\"\\n\" <r \"\"> 2\n\"\\n\" <f \"1\"> 3\n\"\" </f>\n\"x\" </r>\n"},
		{"entities", `<f a="a&lt;b&gt;&amp;&quot;&apos;&#65;&#x42;&bad;&">&lt;</f>`, "\"\" <f \"a<b>&\\\"'AB&bad;&\"> 1\n\"<\" </f>\n"},
		{"brackets and quotes", `<f b='"' a="x>y/"/>`, "\"\" <f \"x>y/\"> 1\n\"\" </f>\n"},
		{"comments", `<!-- <x> " --><r><![CDATA[<&]]>y</r>`, "\"\" <r \"\"> 1\n\"<&y\" </r>\n"},
		{"blanks", "<f\n  b = 'u'  a = 'v' />", "\"\" <f \"v\"> 2\n\"\" </f>\n"},
		{"cut tag", `<r><f a="1`, "\"\" <r \"\"> 1\nerror 1: the XML ends inside a tag: the file is cut short, export it again\n"},
		{"no name", `<>`, "error 1: a tag without a name: is this the right file?\n"},
	} {
		if got := tags(test.text); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestXMLSkip(t *testing.T) {
	x := input.NewXML(strings.NewReader("<r><a><b/><a></a></a><c/></r>"))
	for range 2 {
		if _, err := x.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Skip(); err != nil {
		t.Fatal(err)
	}
	if tag, err := x.Next(); tag != input.StartTag || string(x.Name()) != "c" || err != nil {
		t.Errorf("got %v %s, %v after the skipped element", tag, x.Name(), err)
	}
	x = input.NewXML(strings.NewReader("<r><a>"))
	_, _ = x.Next()
	if err := x.Skip(); err == nil || err.Error() != "1: the XML ends too early: the file is cut short, export it again" {
		t.Errorf("got %v for a document that is cut", err)
	}
}

func FuzzXML(f *testing.F) {
	f.Add(`<?xml?><r><f a="1&lt;"/><!-- x --><![CDATA[y]]></r>`)
	f.Fuzz(func(t *testing.T, text string) { tags(text) })
}
