package flame

import (
	"bytes"
	_ "embed"
	"strconv"

	"fold/collapse/packed"
)

//go:generate sh ui/build.sh

// The script and its style sheet, deflated, and what unpacks them in a browser, made from the sources in ui by
// "go generate ./flame".
var (
	//go:embed ui/dist/flame.deflate
	script []byte
	//go:embed ui/dist/diff.deflate
	diffScript []byte // with what a picture of changes needs
	//go:embed ui/dist/start.js
	startScript string
)

// isInteractive reports whether the picture has a script.
func (pic *picture) isInteractive() bool { return !pic.NoData && !pic.NoScript }

// appendInteraction appends what follows the static picture: the data layer and the script that draws it.
func (pic *picture) appendInteraction(out []byte) []byte {
	if pic.NoData {
		return out
	}
	if pic.isInteractive() {
		out = pic.appendHint(out)
	}
	out = pic.appendData(out)
	if pic.isInteractive() {
		out = pic.appendScript(out)
	}
	return out
}

// appendScript appends the script and its style sheet. The style sheet comes last since that is smaller; the
// script waits for its data, so it draws nothing before the style sheet is there.
func (pic *picture) appendScript(out []byte) []byte {
	if pic.Delta != nil {
		return appendPacked(out, diffScript)
	}
	return appendPacked(out, script)
}

// appendPacked appends the deflated script in base 91, which is less than half of its size.
// What stands in the file as a script is only what unpacks it.
func appendPacked(out, script []byte) []byte {
	out = append(out, `<metadata class="s"><![CDATA[`...)
	out = append(out, bytes.ReplaceAll(packed.Base91(script), []byte("]]>"), []byte("]]]]><![CDATA[>"))...)
	return append(out, "]]></metadata>\n<script><![CDATA["+startScript+"]]></script>\n"...)
}

// hint tells readers who see the picture in an image viewer what they are missing. The script removes it.
const hint = "Interactive when opened in a browser"

// appendHint appends the hint, if there is room for it beside the line below the title.
func (pic *picture) appendHint(out []byte) []byte {
	face := faceOf(pic.FontType, subtitleSize)
	if face.width(pic.subtitle())/2+face.width(hint)+20 > pic.inner/2 {
		return out
	}
	class := `"ui hint"`
	if pic.FontSize != subtitleSize {
		class = `"ui sub hint" font-size="` + strconv.Itoa(subtitleSize) + `"`
	}
	return append(out, `<text class=`+class+pic.inkAttr()+` text-anchor="end" x="`+strconv.Itoa(pic.Width-sidePad)+`" y="43">`+hint+"</text>\n"...)
}

// useAllColors puts the colours of all frames into the style sheet, and not only of those that are drawn.
func (pic *picture) useAllColors() {
	if pic.isInteractive() {
		hues := pic.plainHues()
		if pic.Delta != nil {
			hues = deltaHues()
		}
		for _, h := range append(hues, hue{number: hitNumber, fill: pic.searchFill, group: -1}) {
			pic.used[h.number] = h
		}
	}
}

// appendVariables appends the colours of one theme that the script's style sheet uses.
func (pic *picture) appendVariables(out []byte, dark bool) []byte {
	ink, top, bottom, field, focus := pic.inkOf(dark), pic.page.from, pic.page.to, "#fff", "#0550c8"
	if dark {
		top, bottom, field, focus = darkPage.from, darkPage.to, "#2a2a2e", "#6cb2ff"
	}
	selector := pic.selector()
	out = append(out, selector[:len(selector)-1]+"{--ink:"...)
	out = append(ink.appendHex(out), ";--top:"...)
	out = append(top.appendHex(out), ";--page:"...)
	out = bottom.appendHex(out)
	return append(out, ";--field:"+field+";--focus:"+focus+"}\n"...)
}
