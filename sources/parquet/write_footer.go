package parquet

// groupMeta is what the footer says of a group of rows.
type groupMeta struct {
	rows    int64
	columns []columnMeta
}

// columnMeta is what the footer says of a column in a group of rows.
type columnMeta struct {
	values, missing         int64
	start, dictionary, data int64 // where its pages, its dictionary (-1: it has none) and its values begin
	packed, unpacked        int64 // bytes
	least, largest          []byte
	bounded                 bool // least and largest are known
}

// The fields that only the writer needs. See https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift.
const (
	footerVersion, footerCreated, footerOrders = 1, 6, 7

	groupSize, groupOffset, groupPacked = 2, 5, 6

	chunkOffset = 2

	metaKind, metaEncodings, metaPath, metaValues, metaUnpacked, metaStatistics = 1, 2, 3, 5, 6, 12

	statisticsMissing, statisticsLargest, statisticsLeast = 3, 5, 6

	headerDefined, headerRepeated = 3, 4 // how levels are written, in the first kind of pages

	encodingRLE = 3
)

// The ways in which elements of a schema repeat, and the logical types that are written.
const (
	required, optional, repeated = 0, 1, 2

	convertedMap, convertedList, convertedMillis, convertedInt8 = 1, 3, 9, 15
	logicalMap, logicalList, logicalTimestamp                   = 2, 3, 8
)

// leaves returns the leaves of a column.
func (c Column) leaves() []leaf {
	one := leaf{path: []string{c.Name}, kind: kindInt64}
	switch c.Type {
	case Int8:
		one.kind = kindInt32
	case Millis:
		one.defined = 1
	case Text:
		one.kind = kindBytes
	case Int64s, Texts:
		one.path = []string{c.Name, "list", "element"}
		one.repeated, one.defined = 1, 1
		if c.Type == Texts {
			one.kind = kindBytes
		}
	case TextMap:
		key := leaf{path: []string{c.Name, "key_value", "key"}, kind: kindBytes, repeated: 1, defined: 1}
		value := key
		value.path = []string{c.Name, "key_value", "value"}
		return []leaf{key, value}
	}
	return []leaf{one}
}

// footer returns what stands at the end of the file, before its length.
func (w *Writer) footer() []byte {
	var t thriftWriter
	t.begin()
	t.i32(footerVersion, 1)
	w.appendSchema(&t)
	rows := int64(0)
	for _, g := range w.groups {
		rows += g.rows
	}
	t.i64(footerRows, rows)
	t.list(footerGroups, typeStruct, len(w.groups))
	for _, g := range w.groups {
		w.appendGroup(&t, g)
	}
	t.text(footerCreated, "fold")
	t.list(footerOrders, typeStruct, len(w.leaves)) // of least and largest values: as their types say
	for range w.leaves {
		t.begin()
		t.empty(1)
		t.end()
	}
	t.end()
	return t.out
}

// appendSchema appends the tree of columns, each node before those below it.
func (w *Writer) appendSchema(t *thriftWriter) {
	var below thriftWriter
	elements := 1
	for _, c := range w.columns {
		elements += c.appendElements(&below)
	}
	t.list(footerSchema, typeStruct, elements)
	t.begin()
	t.text(elementName, "schema")
	t.i32(elementChildren, int64(len(w.columns)))
	t.end()
	t.out = append(t.out, below.out...)
}

// appendElements appends a column's part of the tree, and returns how many elements that are.
func (c Column) appendElements(t *thriftWriter) int {
	switch c.Type {
	case Int64s, Texts:
		appendGroup(t, required, c.Name, 1, convertedList, logicalList)
		appendGroup(t, repeated, "list", 1, -1, 0)
		kind := Int64
		if c.Type == Texts {
			kind = Text
		}
		return 2 + Column{"element", kind}.appendElements(t)
	case TextMap:
		appendGroup(t, required, c.Name, 1, convertedMap, logicalMap)
		appendGroup(t, repeated, "key_value", 2, -1, 0)
		return 2 + Column{"key", Text}.appendElements(t) + Column{"value", Text}.appendElements(t)
	}
	c.appendElement(t)
	return 1
}

// appendElement appends a column that is its own leaf.
func (c Column) appendElement(t *thriftWriter) {
	t.begin()
	t.i32(elementKind, c.leaves()[0].kind)
	if c.Type == Millis {
		t.i32(elementRepetition, optional)
	} else {
		t.i32(elementRepetition, required)
	}
	t.text(elementName, c.Name)
	switch c.Type {
	case Text:
		t.i32(elementConverted, convertedText)
		t.within(elementLogical)
		t.empty(logicalString)
		t.end()
	case Millis:
		t.i32(elementConverted, convertedMillis)
		t.within(elementLogical)
		t.within(logicalTimestamp)
		t.field(1, typeTrue) // it is of UTC
		t.within(2)          // its unit
		t.empty(1)           // is milliseconds
		t.end()
		t.end()
		t.end()
	case Int8:
		t.i32(elementConverted, convertedInt8)
		t.within(elementLogical)
		t.within(logicalInteger)
		t.field(1, typeByte)
		t.out = append(t.out, 8)
		t.field(2, typeTrue) // it has a sign
		t.end()
		t.end()
	}
	t.end()
}

// appendGroup appends an element that has others below it. Converted is -1 where it means nothing by itself.
func appendGroup(t *thriftWriter, repetition int64, name string, children, converted int64, logical int16) {
	t.begin()
	t.i32(elementRepetition, repetition)
	t.text(elementName, name)
	t.i32(elementChildren, children)
	if converted >= 0 {
		t.i32(elementConverted, converted)
		t.within(elementLogical)
		t.empty(logical)
		t.end()
	}
	t.end()
}

func (w *Writer) appendGroup(t *thriftWriter, g groupMeta) {
	unpacked, packed := int64(0), int64(0)
	t.begin()
	t.list(groupColumns, typeStruct, len(g.columns))
	for i, c := range g.columns {
		unpacked, packed = unpacked+c.unpacked, packed+c.packed
		t.begin()
		t.i64(chunkOffset, c.start)
		t.within(chunkMeta)
		c.append(t, w.leaves[i].leaf)
		t.end()
		t.end()
	}
	t.i64(groupSize, unpacked)
	t.i64(groupRows, g.rows)
	t.i64(groupOffset, g.columns[0].start)
	t.i64(groupPacked, packed)
	t.end()
}

// append appends the fields of a column's metadata.
func (c columnMeta) append(t *thriftWriter, l leaf) {
	t.i32(metaKind, l.kind)
	encodings := []int64{encodingPlain, encodingRLE}
	if c.dictionary >= 0 {
		encodings = append(encodings, encodingRLEDictionary)
	}
	t.list(metaEncodings, typeI32, len(encodings))
	for _, e := range encodings {
		t.signed(e)
	}
	t.list(metaPath, typeBinary, len(l.path))
	for _, name := range l.path {
		t.bytes(name)
	}
	t.i32(metaCodec, codecZstd)
	t.i64(metaValues, c.values)
	t.i64(metaUnpacked, c.unpacked)
	t.i64(metaCompressed, c.packed)
	t.i64(metaData, c.data)
	if c.dictionary >= 0 {
		t.i64(metaDictionary, c.dictionary)
	}
	if c.bounded {
		t.within(metaStatistics)
		t.i64(statisticsMissing, c.missing)
		t.text(statisticsLargest, string(c.largest))
		t.text(statisticsLeast, string(c.least))
		t.end()
	}
}

// pageHeader returns what stands before a page.
func pageHeader(kind int64, unpacked, packed, values int, encoding int64) []byte {
	var t thriftWriter
	t.begin()
	t.i32(pageKind, kind)
	t.i32(pageUnpacked, int64(unpacked))
	t.i32(pagePacked, int64(packed))
	if kind == kindDictionary {
		t.within(pageDictionary)
	} else {
		t.within(pageV1)
	}
	t.i32(headerValues, int64(values))
	t.i32(headerEncoding, encoding)
	if kind == kindV1 {
		t.i32(headerDefined, encodingRLE)
		t.i32(headerRepeated, encodingRLE)
	}
	t.end()
	t.end()
	return t.out
}
