package pprof

import "fmt"

// ids finds records by the ids that a file gives them. Mostly these count from 1, and so are near; any others are allowed.
type ids struct {
	near []uint32 // near[id]: the place plus one; 0: none
	far  map[uint64]uint32
}

// makeIDs returns a table for so many records.
func makeIDs(records int) ids { return ids{near: make([]uint32, records+1)} }

// add adds the record at a place. No two may have the same id, and none may have the id 0. What is added is called noun.
func (t *ids) add(noun string, id uint64, place int) error {
	if id == 0 {
		return fmt.Errorf("found %s with reserved ID=0", noun)
	}
	if _, twice := t.find(id); twice {
		return fmt.Errorf("multiple %ss with same id: %d", noun, id)
	}
	if id < uint64(len(t.near)) {
		t.near[id] = uint32(place + 1)
		return nil
	}
	if t.far == nil {
		t.far = make(map[uint64]uint32)
	}
	t.far[id] = uint32(place + 1)
	return nil
}

// find returns the place of a record.
func (t *ids) find(id uint64) (place uint32, known bool) {
	var found uint32
	if id < uint64(len(t.near)) {
		found = t.near[id]
	} else {
		found = t.far[id]
	}
	return found - 1, found != 0
}
