package flame

// Frames with a link, a class or a title are elements of their own, where all others of one colour are one
// path:
//
//	<a href="https://example.org/" target="_top" rel="noopener"><path class="c7" fill="#f87908" d="m10 68v15h45.5v-15"/><text …>main</text></a>
//	<path class="c7" fill="#f87908" d="m10 68v15h45.5v-15"><title>main (1,315 samples, 100.00%)</title></path>

// linkOf returns the attributes of a frame.
func (pic *picture) linkOf(box Box) attributes {
	if pic.links == nil || box.Depth == 0 {
		return attributes{}
	}
	return pic.links[pic.p.FrameOf(box.Node)]
}

func (pic *picture) isApart(box Box) bool { return pic.Titles || pic.linkOf(box) != (attributes{}) }

// apart draws the frames that are elements of their own, those with attributes with their labels.
func (pic *picture) apart(l Layout, boxes []shape) (out []byte) {
	for i, box := range l.Frames {
		if !pic.isApart(box) {
			continue
		}
		title := ""
		if pic.Titles {
			title = pic.titleOf(box)
		}
		if a := pic.linkOf(box); a != (attributes{}) {
			out = a.appendStart(out, title)
			out = append(pic.appendBox(out, boxes[i]), "/>"...)
			out = pic.appendFrameLabel(out, box, boxes[i])
			out = append(out, "</a>\n"...)
			continue
		}
		out = append(pic.appendBox(out, boxes[i]), '>')
		out = append(appendTitle(out, title), "</path>\n"...)
	}
	return out
}

// appendBox appends the path of one rectangle, without what ends its tag.
func (pic *picture) appendBox(out []byte, s shape) []byte {
	out = pic.appendColor(append(out, "<path "...), s.number)
	out = append(out, ` d="`...)
	out = appendMove(out, s.x, s.y)
	return append(appendSides(out, s), '"')
}

// titleOf returns what flamegraph.pl says about a frame: "main (1,315 samples, 100.00%)".
func (pic *picture) titleOf(box Box) string {
	if pic.deltas != nil {
		return pic.deltaTitle(box)
	}
	return pic.textOf(box) + " (" + pic.weightText(box.Width) + ", " + percent(box.Width, pic.total) + ")"
}
