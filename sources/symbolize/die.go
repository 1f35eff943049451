package symbolize

import "bytes"

// attrValue is the value of an attribute as its entry has it: a number, or an index or offset.
type attrValue struct {
	form   uint16
	number uint64
	inline []byte // of formString
}

// entryInfo is what is of interest in an entry of .debug_info.
type entryInfo struct {
	name, linkage, directory attrValue
	low, high, ranges        uint64
	hasLow, hasHigh          bool
	highIsSize, hasRanges    bool
	origin, sibling          uint64 // offsets in .debug_info; 0: none
	callFile, callLine       uint64
	language                 uint64
}

// skipEntry passes over the attributes of an entry.
func (d *debugInfo) skipEntry(u *unit, c *cursor, a *abbrev) {
	specs := u.abbrevs.specs[a.first:a.last]
	if a.size == sizeUnknown {
		a.size = fixedSize(u, specs)
	}
	if a.size >= 0 {
		c.take(uint64(a.size))
		return
	}
	for _, s := range specs {
		skipValue(u, c, s.form)
	}
}

// fixedSize returns how many bytes attributes take together, or sizeVaries.
func fixedSize(u *unit, specs []attrSpec) int32 {
	size := int32(0)
	for _, s := range specs {
		n := formSize(u, s.form)
		if n < 0 {
			return sizeVaries
		}
		size += int32(n)
	}
	return size
}

// skipValue passes over a value.
func skipValue(u *unit, c *cursor, form uint16) {
	for form == formIndirect && !c.bad {
		form = narrow(c.uleb())
	}
	switch form {
	case formString:
		c.text()
	case formSdata, formUdata, formRefUdata, formStrx, formAddrx, formLoclistx, formRnglistx, formGNUAddr, formGNUStr:
		c.uleb()
	case formBlock1:
		c.take(uint64(c.u8()))
	case formBlock2:
		c.take(uint64(c.u16()))
	case formBlock4:
		c.take(uint64(c.u32()))
	case formBlock, formExpr:
		c.take(c.uleb())
	default:
		n := formSize(u, form)
		if n < 0 {
			c.bad, c.b = true, nil
			return
		}
		c.take(uint64(n))
	}
}

// readValue reads a value, or passes over it if it is neither a number nor a text.
func readValue(u *unit, c *cursor, s attrSpec) attrValue {
	form := s.form
	for form == formIndirect && !c.bad {
		form = narrow(c.uleb())
	}
	v := attrValue{form: form}
	switch form {
	case formString:
		v.inline = c.text()
	case formSdata:
		v.number = uint64(c.sleb())
	case formUdata, formRefUdata, formStrx, formAddrx, formLoclistx, formRnglistx, formGNUAddr, formGNUStr:
		v.number = c.uleb()
	case formImplicit:
		v.number = uint64(s.implicit)
	case formBlock, formBlock1, formBlock2, formBlock4, formExpr, formData16:
		skipValue(u, c, form)
	default:
		n := formSize(u, form)
		if n < 0 {
			c.bad, c.b = true, nil
			return v
		}
		v.number = c.fixed(uint64(n))
	}
	return v
}

// readEntry reads the attributes of an entry. Those of a unit's first entry set up the unit, too.
func (d *debugInfo) readEntry(u *unit, c *cursor, a *abbrev, x *entryInfo) {
	*x = entryInfo{}
	for _, s := range u.abbrevs.specs[a.first:a.last] {
		switch s.attr {
		case attrSibling, attrName, attrLow, attrHigh, attrLanguage, attrOrigin, attrSpecifiedBy, attrRanges,
			attrCallFile, attrCallLine, attrLinkage, attrOldLinkage, attrDirectory:
			d.setAttribute(u, x, s.attr, readValue(u, c, s))
		case attrLines, attrStrBase, attrAddrBase, attrOldAddrBase, attrRangesBase, attrSplitName, attrOldSplit:
			u.setBase(s.attr, readValue(u, c, s).number)
		default:
			skipValue(u, c, s.form)
		}
	}
}

func (d *debugInfo) setAttribute(u *unit, x *entryInfo, attr uint16, v attrValue) {
	switch attr {
	case attrSibling:
		x.sibling = u.reference(v)
	case attrName:
		x.name = v
	case attrLinkage, attrOldLinkage:
		x.linkage = v
	case attrDirectory:
		x.directory = v
	case attrLow:
		x.low, x.hasLow = d.addressOf(u, v), true
	case attrHigh:
		x.high, x.hasHigh, x.highIsSize = v.number, true, !isAddress(v.form)
		if !x.highIsSize {
			x.high = d.addressOf(u, v)
		}
	case attrRanges:
		x.ranges, x.hasRanges = v.number, true
		if v.form == formRnglistx {
			x.ranges = d.rangeListAt(u, v.number)
		}
	case attrOrigin, attrSpecifiedBy:
		x.origin = u.reference(v)
	case attrCallFile:
		x.callFile = v.number
	case attrCallLine:
		x.callLine = v.number
	case attrLanguage:
		x.language = v.number
	}
}

func (u *unit) setBase(attr uint16, v uint64) {
	switch attr {
	case attrLines:
		u.lineTable, u.hasLines = v, true
	case attrStrBase:
		u.strBase = v
	case attrAddrBase, attrOldAddrBase:
		u.addrBase = v
	case attrRangesBase:
		u.rangesBase = v
	case attrSplitName, attrOldSplit:
		u.elsewhere = true
	}
}

// reference returns the offset in .debug_info of the entry that a value refers to, 0 if it is in no unit.
func (u *unit) reference(v attrValue) uint64 {
	switch v.form {
	case formRefAddr:
		return v.number
	case formRef1, formRef2, formRef4, formRef8, formRefUdata:
		if v.number < u.end-u.start {
			return u.start + v.number
		}
	}
	return 0
}

func isAddress(form uint16) bool {
	switch form {
	case formAddr, formAddrx, formAddrx1, formAddrx2, formAddrx3, formAddrx4, formGNUAddr:
		return true
	}
	return false
}

// addressOf returns the address that a value is, or is the index of.
func (d *debugInfo) addressOf(u *unit, v attrValue) uint64 {
	if v.form == formAddr {
		return v.number
	}
	return d.indexedAddress(u, v.number)
}

func (d *debugInfo) indexedAddress(u *unit, index uint64) uint64 {
	size := uint64(len(d.addr))
	if index >= size || u.addrBase >= size {
		return 0
	}
	at := u.addrBase + index*u.width
	if at > size || size-at < u.width {
		return 0
	}
	c := cursor{b: d.addr[at:]}
	return c.fixed(u.width)
}

// text returns the text that a value is, or refers to.
func (d *debugInfo) text(u *unit, v attrValue) []byte {
	switch v.form {
	case formString:
		return v.inline
	case formStrp:
		return textAt(d.str.bytes(d), v.number)
	case formLineStrp:
		return textAt(d.lineStr.bytes(d), v.number)
	case formStrx, formStrx1, formStrx2, formStrx3, formStrx4, formGNUStr:
		size := uint64(len(d.strOffsets))
		if v.number >= size || u.strBase >= size || size-u.strBase < 4*(v.number+1) {
			return nil
		}
		return textAt(d.str.bytes(d), uint64(le.Uint32(d.strOffsets[u.strBase+4*v.number:])))
	}
	return nil
}

// name returns the name of the function that the entry at an offset is about: its linkage name if any entry
// that it refers to has one, else the name that the source has, with its namespaces and classes.
func (d *debugInfo) name(offset uint64) string {
	if name, known := d.names[offset]; known {
		return name
	}
	name := ""
	const mostHops = 8
	for step, at := 0, offset; step < mostHops && at != 0; step++ {
		u := d.unitOf(at)
		if u == nil {
			break
		}
		c := cursor{b: d.info[at:u.end]}
		a := d.abbreviation(u, c.uleb())
		if a == nil {
			break
		}
		var x entryInfo
		d.readEntry(u, &c, a, &x)
		if linkage := d.text(u, x.linkage); len(linkage) > 0 {
			name = string(linkage)
			break
		}
		if own := d.text(u, x.name); len(own) > 0 {
			name = d.scope(u, at) + string(bytes.TrimSpace(own))
		}
		at = x.origin
	}
	d.names[offset] = name
	return name
}
