package symbolize

// abbrevTable is the shapes of a unit's entries: which tag, which attributes in which form. Entries name
// their shape by its code. Shapes are read as far as they are asked for.
type abbrevTable struct {
	offset uint64
	rest   cursor         // what is not read yet
	list   []abbrev       // shapes by code - 1: compilers number them from 1
	others map[uint64]int // where in list those are that are numbered otherwise
	specs  []attrSpec
	over   bool
}

// abbrev is the shape of an entry.
type abbrev struct {
	code        uint64
	tag         uint16
	children    bool
	size        int32  // bytes of all attributes together, or one of the constants below
	first, last uint32 // its attributes in specs
}

const (
	sizeVaries  = -1
	sizeUnknown = -2 // not added up yet
)

// attrSpec is an attribute of a shape.
type attrSpec struct {
	attr, form uint16
	implicit   int64 // the value, of formImplicit
}

const (
	maxAbbrevCode = 1 << 20
	maxDecls      = 1 << 22 // of the whole file
)

// abbrevsAt returns the table at an offset of .debug_abbrev.
func (d *debugInfo) abbrevsAt(offset uint64) *abbrevTable {
	t := d.abbrevs[offset]
	if t == nil {
		t = &abbrevTable{offset: offset, over: offset >= uint64(len(d.abbrev))}
		if !t.over {
			t.rest = cursor{b: d.abbrev[offset:]}
		}
		d.abbrevs[offset] = t
	}
	return t
}

// abbreviation returns the shape with the given code, or nil.
func (d *debugInfo) abbreviation(u *unit, code uint64) *abbrev {
	t := u.abbrevs
	for {
		if code-1 < uint64(len(t.list)) && t.list[code-1].code == code {
			return &t.list[code-1]
		}
		if i, ok := t.others[code]; ok {
			return &t.list[i]
		}
		if t.over || d.decls >= maxDecls {
			return nil
		}
		d.decls++
		t.readOne()
	}
}

// readOne reads the next shape.
func (t *abbrevTable) readOne() {
	c := &t.rest
	a := abbrev{code: c.uleb(), size: sizeUnknown}
	a.tag = narrow(c.uleb())
	a.children = c.u8() != 0
	a.first = uint32(len(t.specs))
	for !c.bad {
		s := attrSpec{attr: narrow(c.uleb()), form: narrow(c.uleb())}
		if s.form == formImplicit {
			s.implicit = c.sleb()
		}
		if s.attr == 0 && s.form == 0 {
			break
		}
		t.specs = append(t.specs, s)
	}
	if a.code == 0 || a.code > maxAbbrevCode || c.bad {
		t.over = true
		return
	}
	a.last = uint32(len(t.specs))
	if a.code != uint64(len(t.list))+1 {
		if t.others == nil {
			t.others = map[uint64]int{}
		}
		t.others[a.code] = len(t.list)
	}
	t.list = append(t.list, a)
}

// narrow keeps numbers of tags, attributes and forms, which have 16 bits at most.
func narrow(v uint64) uint16 {
	if v > 0xffff {
		return 0xffff
	}
	return uint16(v)
}

// Tags of entries that hold code, or name what does.
const (
	tagClass     = 0x02
	tagBlock     = 0x0b
	tagCompile   = 0x11
	tagStruct    = 0x13
	tagUnion     = 0x17
	tagInlined   = 0x1d
	tagModule    = 0x1e
	tagCatch     = 0x25
	tagFunction  = 0x2e
	tagTry       = 0x32
	tagNamespace = 0x39
	tagPartial   = 0x3c
	tagSkeleton  = 0x4a
)

// Attributes that are of interest.
const (
	attrSibling     = 0x01
	attrName        = 0x03
	attrLines       = 0x10
	attrLow         = 0x11
	attrHigh        = 0x12
	attrLanguage    = 0x13
	attrDirectory   = 0x1b
	attrOrigin      = 0x31
	attrSpecifiedBy = 0x47
	attrRanges      = 0x55
	attrCallFile    = 0x58
	attrCallLine    = 0x59
	attrLinkage     = 0x6e
	attrStrBase     = 0x72
	attrAddrBase    = 0x73
	attrRangesBase  = 0x74
	attrSplitName   = 0x76
	attrOldLinkage  = 0x2007
	attrOldSplit    = 0x2130
	attrOldAddrBase = 0x2133
)

// Forms of attributes: how a value is written.
const (
	formAddr     = 0x01
	formBlock2   = 0x03
	formBlock4   = 0x04
	formData2    = 0x05
	formData4    = 0x06
	formData8    = 0x07
	formString   = 0x08
	formBlock    = 0x09
	formBlock1   = 0x0a
	formData1    = 0x0b
	formFlag     = 0x0c
	formSdata    = 0x0d
	formStrp     = 0x0e
	formUdata    = 0x0f
	formRefAddr  = 0x10
	formRef1     = 0x11
	formRef2     = 0x12
	formRef4     = 0x13
	formRef8     = 0x14
	formRefUdata = 0x15
	formIndirect = 0x16
	formOffset   = 0x17
	formExpr     = 0x18
	formPresent  = 0x19
	formStrx     = 0x1a
	formAddrx    = 0x1b
	formRefSup4  = 0x1c
	formStrpSup  = 0x1d
	formData16   = 0x1e
	formLineStrp = 0x1f
	formRefSig8  = 0x20
	formImplicit = 0x21
	formLoclistx = 0x22
	formRnglistx = 0x23
	formRefSup8  = 0x24
	formStrx1    = 0x25
	formStrx2    = 0x26
	formStrx3    = 0x27
	formStrx4    = 0x28
	formAddrx1   = 0x29
	formAddrx2   = 0x2a
	formAddrx3   = 0x2b
	formAddrx4   = 0x2c
	formGNUAddr  = 0x1f01
	formGNUStr   = 0x1f02
	formGNURef   = 0x1f20
	formGNUStrp  = 0x1f21
)

// formSize returns how many bytes a value takes, or -1 if that depends on the value.
func formSize(u *unit, form uint16) int {
	switch form {
	case formPresent, formImplicit:
		return 0
	case formData1, formFlag, formRef1, formStrx1, formAddrx1:
		return 1
	case formData2, formRef2, formStrx2, formAddrx2:
		return 2
	case formStrx3, formAddrx3:
		return 3
	case formData4, formStrp, formRef4, formOffset, formRefSup4, formStrpSup, formLineStrp, formStrx4, formAddrx4,
		formGNURef, formGNUStrp:
		return 4
	case formData8, formRef8, formRefSig8, formRefSup8:
		return 8
	case formData16:
		return 16
	case formAddr:
		return int(u.width)
	case formRefAddr:
		if u.version == 2 {
			return int(u.width)
		}
		return 4
	}
	return -1
}
