package pprof

import "fmt"

// decode reads everything but the samples.
func decode(data []byte) (*profile, error) {
	p := &profile{data: data, mostLines: 1}
	d := decoder{profile: p}
	if err := d.makeRoom(); err != nil {
		return nil, err
	}
	w := wire{rest: data}
	for w.next() {
		if err := d.field(&w); err != nil {
			return nil, err
		}
	}
	if w.err != nil {
		return nil, w.err
	}
	return p, d.finish()
}

// decoder reads the fields of a profile. What refers to others is resolved at the end, because they may stand in any order.
type decoder struct {
	*profile
	typeTexts    [][2]uint64
	sampledTexts [2]uint64
	commentTexts []int64
	dropText     uint64
	keepText     uint64
	defaultText  uint64
	linkText     uint64
	samples      int
	err          error // the first text that is not there
}

// makeRoom counts records, and makes tables of the right size for them.
func (d *decoder) makeRoom() error {
	var count [len(profileWire) + 1]int
	all := 0
	for w := (wire{rest: d.data}); w.next(); all++ {
		if all == maxRecords {
			return errTooMany
		}
		if w.number < uint64(len(count)) {
			count[w.number]++
		}
	}
	d.samples = count[fieldSamples]
	d.mappings = make([]mapping, 0, count[fieldMappings])
	d.locations = make([]location, 0, count[fieldLocations])
	d.lines = make([]line, 0, count[fieldLocations])
	d.functions = make([]function, 0, count[fieldFunctions])
	d.spans = make([]span, 0, count[fieldTexts])
	return nil
}

// field reads one field of the profile.
func (d *decoder) field(w *wire) error {
	switch w.number {
	case fieldTypes, fieldSamples, fieldMappings, fieldLocations, fieldFunctions, fieldTexts, fieldSampled:
		if w.kind != wireBytes {
			return errFieldKind
		}
		return d.message(w)
	case fieldStart:
		if d.start != 0 {
			return errConcatenated
		}
	case fieldComments:
		d.commentTexts = appendNumbers(w, d.commentTexts)
		return w.err
	case fieldDrop, fieldKeep, fieldDuration, fieldPeriod, fieldDefault, fieldLink:
	default:
		return nil
	}
	if w.kind != wireVarint {
		return errFieldKind
	}
	d.number(w.number, w.value)
	return nil
}

func (d *decoder) number(field, value uint64) {
	switch field {
	case fieldDrop:
		d.dropText = value
	case fieldKeep:
		d.keepText = value
	case fieldStart:
		d.start = int64(value)
	case fieldDuration:
		d.duration = int64(value)
	case fieldPeriod:
		d.period = int64(value)
	case fieldDefault:
		d.defaultText = value
	case fieldLink:
		d.linkText = value
	}
}

// message reads a field that is a text or a message. Samples are read later.
func (d *decoder) message(w *wire) error {
	var ignored uint64
	switch w.number {
	case fieldTypes:
		var t [2]uint64
		err := readNumbers(w.bytes, &t[0], &t[1])
		d.typeTexts = append(d.typeTexts, t)
		return err
	case fieldMappings:
		var m mapping
		err := readNumbers(w.bytes, &m.id, &m.start, &m.limit, &m.offset, &m.file, &m.buildID, &ignored, &ignored, &ignored, &ignored)
		d.mappings = append(d.mappings, m)
		return err
	case fieldLocations:
		return d.location(w.bytes)
	case fieldFunctions:
		var f function
		err := readNumbers(w.bytes, &f.id, &f.name, &f.system, &f.file, &ignored)
		d.functions = append(d.functions, f)
		return err
	case fieldTexts:
		end := uint32(len(d.data) - len(w.rest))
		d.spans = append(d.spans, span{end - uint32(len(w.bytes)), end})
		if len(d.spans) == 1 && len(w.bytes) > 0 {
			return errFirstText
		}
	case fieldSampled:
		d.sampledTexts = [2]uint64{}
		return readNumbers(w.bytes, &d.sampledTexts[0], &d.sampledTexts[1])
	}
	return nil
}

func (d *decoder) location(message []byte) error {
	l := location{first: uint32(len(d.lines))}
	w := wire{rest: message}
	for w.next() {
		switch w.number {
		case 1, 2, 3, 5:
			if w.kind != wireVarint {
				return errFieldKind
			}
			switch w.number {
			case 1:
				l.id = w.value
			case 2:
				l.mapping = w.value
			case 3:
				l.address = w.value
			}
		case 4:
			if w.kind != wireBytes {
				return errFieldKind
			}
			var n line
			var column uint64
			if err := readNumbers(w.bytes, &n.function, &n.number, &column); err != nil {
				return err
			}
			if len(d.lines) == maxRecords {
				return errTooMany
			}
			d.lines = append(d.lines, n)
		}
	}
	l.end = uint32(len(d.lines))
	d.mostLines = max(d.mostLines, int(l.end-l.first))
	d.locations = append(d.locations, l)
	return w.err
}

// finish resolves what refers to texts and to other records.
func (d *decoder) finish() error {
	d.texts = make([]string, len(d.spans))
	for _, t := range d.typeTexts {
		d.types = append(d.types, d.valueType(t))
	}
	d.sampled = d.valueType(d.sampledTexts)
	d.drop, d.keep, d.defaultType = d.checked(d.dropText), d.checked(d.keepText), d.checked(d.defaultText)
	for _, t := range d.commentTexts {
		d.comments = append(d.comments, d.checked(uint64(t)))
	}
	d.check(d.linkText)
	for i := range d.mappings {
		d.mappings[i].module = mappingName(d.checked(d.mappings[i].file))
		d.check(d.mappings[i].buildID)
	}
	for _, f := range d.functions {
		d.check(f.name)
		d.check(f.system)
		d.check(f.file)
	}
	switch {
	case d.err != nil:
		return d.err
	case len(d.types) == 0 && d.samples > 0:
		return errNoTypes
	}
	return d.resolve()
}

func (d *decoder) valueType(texts [2]uint64) valueType {
	return valueType{d.checked(texts[0]), d.checked(texts[1])}
}

// checked returns a text, or notes that it is not there.
func (d *decoder) checked(text uint64) string {
	if d.check(text); d.err != nil {
		return ""
	}
	return d.text(text)
}

func (d *decoder) check(text uint64) {
	if text >= uint64(len(d.spans)) {
		d.err = errNoText
	}
}

// resolve replaces ids by places.
func (d *decoder) resolve() error {
	mappings, functions := makeIDs(len(d.mappings)), makeIDs(len(d.functions))
	d.places = makeIDs(len(d.locations))
	for i, m := range d.mappings {
		if err := mappings.add("mapping", m.id, i); err != nil {
			return err
		}
	}
	for i, f := range d.functions {
		if err := functions.add("function", f.id, i); err != nil {
			return err
		}
	}
	for i := range d.locations {
		l := &d.locations[i]
		if err := d.places.add("location", l.id, i); err != nil {
			return err
		}
		place, known := mappings.find(l.mapping)
		if l.mapping = 0; known {
			l.mapping = uint64(place) + 1
		}
		for n := l.first; n < l.end; n++ {
			place, known := functions.find(d.lines[n].function)
			if !known {
				return fmt.Errorf("location id: %d has a line with nil function", l.id)
			}
			d.lines[n].function = uint64(place)
		}
	}
	return nil
}

// text returns a text of the profile. What no frame needs is never asked for, and not kept.
func (p *profile) text(t uint64) string {
	s := p.spans[t]
	if p.texts[t] == "" && s.start < s.end {
		p.texts[t] = string(p.data[s.start:s.end])
	}
	return p.texts[t]
}

// linesOf returns the functions at a location, the innermost first.
func (p *profile) linesOf(l location) []line { return p.lines[l.first:l.end] }

// module returns how frames name the mapping of a location, or an empty text.
func (p *profile) module(l location) string {
	if l.mapping == 0 {
		return ""
	}
	return p.mappings[l.mapping-1].module
}
