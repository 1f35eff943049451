package page

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"io"
	"strconv"

	"fold/collapse"
	"fold/collapse/packed"
	"fold/flame/compare"
	"fold/flame/doctor"
	"fold/flame/text"
)

//go:generate sh ui/build.sh

// The script and its style sheet, deflated, and what unpacks them in a browser, made from the sources in ui by
// "go generate ./flame/page".
var (
	//go:embed ui/dist/page.deflate
	script []byte
	//go:embed ui/dist/boot.js
	boot string
	//go:embed ui/dist/still.css
	stillStyle string
)

// Options say what [Write] shows. The zero value shows all columns of a profile, the default one first.
type Options struct {
	Title     string   // "": "Profile"
	Note      string   // a line on how the profile came about; "": none
	Input     []string // the files that the profile was read from, for the commands that the page offers; none: "FILE"
	Flags     []string // the filters that the profile went through, for these commands: "--focus", "main"
	Whole     []int64  // what each column weighed before these; nil: the profile's own weights
	SourceURL string   // what a function's place in the source opens, "https://host/{file}#L{line}"; "": it is copied
	// Compare makes the page say what changed between two columns; nil: it shows all columns, one at a time.
	Compare *Compare
	// Recordings are what the reader may ask the page's server for, by its query: kind, seconds and view=html.
	Recordings []Recording
	Recording  Recording        // what the page shows of these
	Findings   []doctor.Finding // what speaks against the profile, and where to look
	Live       bool             // the server tells the page when it changes, see Viewer in flame/web
	Again      bool             // the reader can ask the server for a new recording
	NoScript   bool             // a still picture and a table, for pages that may not run scripts
}

// Recording is a kind of recording that a server makes.
type Recording struct {
	Kind    string  `json:"kind"`
	Title   string  `json:"title,omitempty"`
	Seconds float64 `json:"seconds,omitempty"`
}

// Compare names the columns of a profile that a page compares.
type Compare struct {
	Pairs []Pair // one for each metric, the one that is shown first at first
}

// Pair is a metric before and after a change.
type Pair struct {
	Before, After int  // columns of the profile
	Absolute      bool // weights count, not their shares of all
	// Beyond says of which functions the change is more than noise: the others are pale. The zero value: of all.
	Beyond compare.Beyond
}

// Write writes the page of a profile. Weights must not be below zero.
func Write(w io.Writer, p *collapse.Profile, o Options) error {
	if o.Title == "" {
		o.Title = "Profile"
	}
	still, err := appendStill(nil, p, o)
	if err != nil {
		return err
	}
	out := appendHead(nil, o)
	out = append(append(out, still...), "</div>\n"...)
	if !o.NoScript {
		out = appendBlocks(out, dataOf(p, o))
		out = appendScript(out)
	}
	_, err = w.Write(append(out, "</body>\n</html>\n"...))
	return err
}

// appendHead appends the page up to its still part.
func appendHead(out []byte, o Options) []byte {
	out = append(out, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>`...)
	out = text.AppendXML(out, text.Shown(o.Title))
	out = append(out, "</title>\n<style>"+stillStyle+"</style>\n</head>\n<body>\n<div id=\"app\" class=\"still\">\n<h1>"...)
	out = text.AppendXML(out, text.Shown(o.Title))
	return append(out, "</h1>\n"...)
}

// blockSize is how many bytes are one block of base64, of 1 MiB: browsers take longer over one long text than over
// several.
const blockSize = 3 << 18

// appendBlocks appends the data.
func appendBlocks(out, data []byte) []byte {
	for len(data) > 0 {
		n := min(len(data), blockSize)
		out = append(out, `<script type="application/x-fold">`...)
		out = base64.StdEncoding.AppendEncode(out, data[:n])
		out = append(out, "</script>\n"...)
		data = data[n:]
	}
	return out
}

// appendScript appends the packed script, and what unpacks it. "<" is the one letter of base 91 that HTML minds.
func appendScript(out []byte) []byte {
	out = append(out, `<script type="application/x-fold-script" data-size="`+strconv.Itoa(len(script))+`">`...)
	out = append(out, bytes.ReplaceAll(packed.Base91(script), []byte("<"), []byte("~"))...)
	return append(out, "</script>\n<script>"+boot+"</script>\n"...)
}
