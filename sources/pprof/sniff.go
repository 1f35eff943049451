package pprof

import "encoding/binary"

func sniffPprof(head []byte) bool {
	return isJemalloc(head) || isLegacyText(head) || isLegacyCPU(head) || isProfileProto(head)
}

// How the fields of profile.proto are written, in the order of their numbers, from 1: v is a number, b
// is bytes, p is a list of numbers, packed into bytes or not.
const profileWire = "bbbbbbvvvvbvpvv"

// messageWire says the same of those fields of a profile that are messages themselves.
var messageWire = [len(profileWire) + 1]string{
	fieldTypes:     "vv",
	fieldSamples:   "ppb",
	fieldMappings:  "vvvvvvvvvv",
	fieldLocations: "vvvbv",
	fieldFunctions: "vvvvv",
	fieldSampled:   "vv",
}

// enoughFields is how many right fields make a profile of an input that ends in the middle of one.
const enoughFields = 4

// isProfileProto walks over the fields of a raw profile.proto. Profiles begin with many different bytes,
// but text does not come far: the inner messages need control characters, and the first string is empty.
func isProfileProto(head []byte) bool {
	fields, hasType, hasString := 0, false, false
	for len(head) > 0 {
		number, value, rest, end := nextField(head, profileWire)
		if end {
			return hasType && fields >= enoughFields
		}
		if rest == nil || !isMessage(value, messageWire[number]) {
			return false
		}
		if number == fieldTexts && !hasString {
			if hasString = true; len(value) > 0 {
				return false
			}
		}
		hasType = hasType || number == fieldTypes
		fields++
		head = rest
	}
	return hasType
}

// isMessage says whether value holds the fields of wire, to its end. An empty wire is no message.
func isMessage(value []byte, wire string) bool {
	for wire != "" && len(value) > 0 {
		_, _, rest, end := nextField(value, wire)
		if rest == nil || end {
			return false
		}
		value = rest
	}
	return true
}

// nextField reads the protobuf field at the start of data: its number, its bytes if it has such, and what
// follows. End says that data ends within the field; rest is nil if there is no such field in wire.
func nextField(data []byte, wire string) (number int, value, rest []byte, end bool) {
	tag, n := binary.Uvarint(data)
	number = int(tag >> 3)
	if n <= 0 || tag > 0xff || number < 1 || number > len(wire) {
		return 0, nil, nil, n == 0
	}
	data = data[n:]
	length, n := binary.Uvarint(data)
	if n <= 0 {
		return 0, nil, nil, n == 0
	}
	data = data[n:]
	kind := wire[number-1]
	switch tag & 7 {
	case 0: // a number
		if kind == 'b' {
			return 0, nil, nil, false
		}
		return number, nil, data, false
	case 2: // a length and as many bytes
		if kind == 'v' {
			return 0, nil, nil, false
		}
		if length > uint64(len(data)) {
			return 0, nil, nil, true
		}
		return number, data[:length], data[length:], false
	}
	return 0, nil, nil, false
}
