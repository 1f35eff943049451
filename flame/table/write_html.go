package table

import "fold/flame/text"

// AppendHTML appends the table as an element of HTML, for a page that has styles for the classes "name" and "module".
func (t Table) AppendHTML(out []byte) []byte {
	cell := func(start, content, end string) {
		out = append(out, start...)
		out = append(text.AppendXML(out, text.Shown(content)), end...)
	}
	modules := t.hasModules()
	cell("<table>\n<caption>", t.summary(), "</caption>\n<thead>\n<tr>")
	for _, title := range t.titles() {
		cell("<th scope=\"col\">", title, "</th>")
	}
	cell(`<th scope="col" class="name">`, "function", "</th>")
	if modules {
		cell(`<th scope="col" class="module">`, "module", "</th>")
	}
	out = append(out, "</tr>\n</thead>\n<tbody>\n"...)
	for i, row := range t.cells() {
		out = append(out, "<tr>"...)
		for _, number := range row {
			cell("<td>", number, "</td>")
		}
		cell(`<td class="name"><bdi>`, t.Rows[i].Function, "</bdi></td>")
		if modules {
			cell(`<td class="module"><bdi>`, t.Rows[i].Module, "</bdi></td>")
		}
		out = append(out, "</tr>\n"...)
	}
	out = append(out, "</tbody>\n</table>\n"...)
	if rest := t.rest(); rest != "" {
		cell("<p>", rest, "</p>\n")
	}
	return out
}
