package page

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame"
)

// TestWriteHTML compares the page without its picture and its style, and the picture with that of WriteSVG.
func TestWriteHTML(t *testing.T) {
	p := folded("lib`main;app`</script>&_[k] 3\nlib`main;\x1b 1\n")
	o := flame.SVGOptions{Title: "</title><b>\x00", Theme: flame.ThemeLight}
	var page, picture bytes.Buffer
	drawing, err := WriteHTML(&page, p, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Fluid = true
	same, err := flame.WriteSVG(&picture, p, o)
	if err != nil {
		t.Fatal(err)
	}
	if drawing != same {
		t.Errorf("got %+v, want %+v", drawing, same)
	}
	got := page.String()
	for _, colors := range []string{colors, darkColors} { // of both themes, once
		got = strings.Replace(got, colors, "", 1)
	}
	got = strings.Replace(got, picture.String(), "PICTURE\n", 1)
	got = strings.Replace(got, style, "STYLE\n", 1)
	want := `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>&lt;/title&gt;&lt;b&gt;␀</title>
<style>
STYLE
</style>
</head>
<body>
<main>
PICTURE
</main>
<aside>
<table>
<caption>samples: 4 in total, 3 functions</caption>
<thead>
<tr><th scope="col">self</th><th scope="col">self%</th><th scope="col">sum%</th><th scope="col">total</th><th scope="col">total%</th><th scope="col" class="name">function</th><th scope="col" class="module">module</th></tr>
</thead>
<tbody>
<tr><td>3</td><td>75.00%</td><td>75.00%</td><td>3</td><td>75.00%</td><td class="name"><bdi>&lt;/script&gt;&amp;</bdi></td><td class="module"><bdi>app</bdi></td></tr>
<tr><td>1</td><td>25.00%</td><td>100.00%</td><td>1</td><td>25.00%</td><td class="name"><bdi>␛</bdi></td><td class="module"><bdi></bdi></td></tr>
<tr><td>0</td><td>0.00%</td><td>100.00%</td><td>4</td><td>100.00%</td><td class="name"><bdi>main</bdi></td><td class="module"><bdi>lib</bdi></td></tr>
</tbody>
</table>
</aside>
</body>
</html>
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestHTMLTable: more rows than a page has, a dark page, and a width that stands for more than the profile.
func TestHTMLTable(t *testing.T) {
	var text strings.Builder
	for i := range 750 {
		fmt.Fprintf(&text, "f;s%d;t 1\n", i%250)
	}
	p := folded(text.String())
	var page bytes.Buffer
	if _, err := WriteHTML(&page, p, flame.SVGOptions{Theme: flame.ThemeDark, Total: 1500}); err != nil {
		t.Fatal(err)
	}
	_, head, _ := strings.Cut(page.String(), "<style>\n")
	head, _, _ = strings.Cut(head, "</style>")
	if head != style {
		t.Errorf("got\n%s\nwant\n%s", head, style)
	}
	_, style, _ := strings.Cut(page.String(), `<svg `)
	if dark, light := strings.Index(style, darkColors), strings.Index(style, "@media not all{\n"+colors); dark < 0 || light < dark {
		t.Errorf("the dark colours of the page are at %d and the others at %d, want the dark ones first", dark, light)
	}
	_, caption, _ := strings.Cut(page.String(), "<caption>")
	caption, rows, _ := strings.Cut(caption, "</caption>")
	// 252 functions: f, 250 of its callees and t, in which all 750 samples end: half of 1,500.
	if want := "samples: 1,500 in total, the first 200 of 252 functions"; caption != want {
		t.Errorf("got %s, want %s", caption, want)
	}
	_, first, _ := strings.Cut(rows, "<tbody>\n")
	first, _, _ = strings.Cut(first, "\n")
	if want := `<tr><td>750</td><td>50.00%</td><td>50.00%</td><td>750</td><td>50.00%</td><td class="name"><bdi>t</bdi></td></tr>`; first != want {
		t.Errorf("got %s, want %s", first, want)
	}
	_, rest, _ := strings.Cut(rows, "</table>\n")
	if want := "<p>… 52 more rows, 0.00%</p>\n</aside>\n</body>\n</html>\n"; rest != want {
		t.Errorf("got %s, want %s", rest, want)
	}
}

// folded builds the profile of a few folded stacks, each with less than ten samples.
func folded(text string) *collapse.Profile {
	b := collapse.NewBuilder()
	b.SetModules(true)
	samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	for line := range strings.Lines(text) {
		stack, digit := line[:len(line)-3], line[len(line)-2]
		n := collapse.Root
		for name := range strings.SplitSeq(stack, ";") {
			f := collapse.Frame{Name: name}
			if module, function, found := strings.Cut(name, "`"); found {
				f.Module, f.Name = module, function
			}
			n = b.Call(n, b.Frame(f))
		}
		b.Add(n, samples, int64(digit-'0'))
	}
	return b.Profile()
}
