package jfr

import (
	"errors"
	"strconv"
)

// class is a type of events or of values.
type class struct {
	name   string
	fields []field
	form   form
}

// field is one value of a class.
type field struct {
	name  string
	class int64
	pool  bool // a number of the pool of its class stands for it
	array bool
}

// form is how a value is written.
type form uint8

const (
	formStruct form = iota // its fields, one after the other
	formNumber             // LEB128
	formByte
	formFloat
	formDouble
	formText
)

// forms are the classes that have no fields.
var forms = map[string]form{
	"int": formNumber, "long": formNumber, "short": formNumber, "char": formNumber, "boolean": formByte,
	"byte": formByte, "float": formFloat, "double": formDouble, "java.lang.String": formText,
}

// metadata are the types of a chunk, by their numbers.
type metadata struct {
	classes map[int64]*class
	byName  map[string]int64
}

// parseMetadata reads event 0: a table of strings, and a tree of elements with attributes, both being numbers
// of strings.
//
//	root
//	  metadata
//	    class id=101 name=jdk.ExecutionSample superType=jdk.jfr.Event
//	      field name=stackTrace class=26 constantPool=true
//	      annotation …
func parseMetadata(chunk []byte, h header) (*metadata, error) {
	c, err := eventAt(chunk, h.metadata, 0)
	if err != nil {
		return nil, err
	}
	c.number() // start
	c.number() // duration
	c.number() // number of the metadata
	var names []string
	for range c.length() {
		names = append(names, string(c.text().bytes))
	}
	m := &metadata{classes: make(map[int64]*class), byName: make(map[string]int64)}
	m.elements(&c, names)
	if c.bad {
		return nil, errors.New("its metadata make no sense")
	}
	return m, nil
}

// elements reads the tree. The elements of a class stand below it, so the class that was seen last is theirs;
// nothing needs to know how deep an element stands.
func (m *metadata) elements(c *cursor, names []string) {
	name := func(i int64) string {
		if i < 0 || i >= int64(len(names)) {
			c.bad = true
			return ""
		}
		return names[i]
	}
	var current *class
	for pending := 1; pending > 0 && !c.bad; pending-- {
		kind := name(c.number())
		attributes := make(map[string]string)
		for range c.length() {
			key := name(c.number())
			attributes[key] = name(c.number())
		}
		pending += c.length()
		switch {
		case kind == "class":
			current = m.class(attributes)
		case kind == "field" && current != nil:
			current.fields = append(current.fields, newField(attributes))
		}
	}
}

func (m *metadata) class(attributes map[string]string) *class {
	id, err := strconv.ParseInt(attributes["id"], 10, 64)
	if err != nil {
		return nil
	}
	c := &class{name: attributes["name"], form: forms[attributes["name"]]}
	m.classes[id], m.byName[c.name] = c, id
	return c
}

func newField(attributes map[string]string) field {
	id, err := strconv.ParseInt(attributes["class"], 10, 64)
	if err != nil {
		id = -1
	}
	return field{
		name: attributes["name"], class: id,
		pool: attributes["constantPool"] == "true", array: attributes["dimension"] == "1",
	}
}
