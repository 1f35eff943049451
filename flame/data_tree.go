package flame

import (
	"cmp"
	"encoding/binary"
	"slices"

	"fold/collapse"
)

// dataColumns are the columns of frames in the data layer, in pre-order.
type dataColumns struct {
	up, name, self, change []byte
	frames                 int
	depth                  int // of the frame that was added last
}

// makeRoom makes room for so many frames with small numbers: columns that grow leave as much garbage.
func (c *dataColumns) makeRoom(frames int) {
	c.up, c.self = make([]byte, 0, frames), make([]byte, 0, frames)
	c.name = make([]byte, 0, 2*frames)
}

// add adds a frame, which stands that many rows above the root, after all frames added before.
func (c *dataColumns) add(depth int, name uint32, self int64) {
	if c.frames > 0 { // the root has neither caller nor name
		c.up = appendNumber(c.up, uint64(c.depth+1-depth))
		c.name = appendNumber(c.name, uint64(name))
	}
	c.self = appendNumber(c.self, uint64(self))
	c.depth = depth
	c.frames++
}

// appendNumber is binary.AppendUvarint, which is not compiled into its callers. Most numbers are of one byte.
func appendNumber(column []byte, v uint64) []byte {
	if v < 0x80 {
		return append(column, byte(v))
	}
	return binary.AppendUvarint(column, v)
}

// dataNames numbers the names of the frames that the data layer holds.
func (pic *picture) dataNames() dataNames {
	names := dataNames{number: make([]uint32, len(pic.names.texts))}
	used := make([]bool, len(pic.names.texts))
	if pic.PruneData {
		names.kept = make([]bool, pic.p.Len())
		for _, box := range pic.drawn.Frames {
			names.kept[box.Node] = true
		}
	}
	left := len(used)
	for n := 1; n < pic.p.Len() && left > 0; n++ {
		f := pic.p.FrameOf(collapse.NodeID(n))
		if !used[f] && pic.weighs(n) && (names.kept == nil || names.kept[n]) {
			used[f] = true
			left--
		}
	}
	for f := range used {
		if used[f] {
			names.order = append(names.order, f)
		}
	}
	slices.SortFunc(names.order, func(a, b int) int { return cmp.Compare(pic.names.texts[a], pic.names.texts[b]) })
	for i, f := range names.order {
		names.number[f] = uint32(i)
	}
	return names
}

// dataTree returns the columns of all frames that weigh something, and how many frames are only there as
// part of a row without names.
func (pic *picture) dataTree(names dataNames) (c dataColumns, left int) {
	c.makeRoom(pic.p.Len())
	slivers := pic.sliverRows()
	at := pic.plan.callees.From(collapse.Root, collapse.Descent{})
	for more := true; more; {
		node := at.Node
		switch {
		case !pic.weighs(int(node)):
			more = at.Next(false)
			continue
		case names.kept != nil && !names.kept[node]:
			left += c.addSliver(slivers[node], uint32(len(names.order)))
			more = at.Next(false)
			continue
		}
		name := uint32(0)
		if node != collapse.Root {
			name = names.number[pic.p.FrameOf(node)]
		}
		c.add(at.Depth, name, pic.p.Self(pic.column, node))
		if pic.Delta != nil {
			c.change = binary.AppendVarint(c.change, pic.otherSelf(node)-pic.p.Self(pic.column, node))
		}
		more = at.Next(true)
	}
	return c, left
}

// sliverRows returns the rows of each sliver of the picture under the node that it begins with.
func (pic *picture) sliverRows() map[collapse.NodeID][]Box {
	if !pic.PruneData {
		return nil
	}
	slivers := map[collapse.NodeID][]Box{}
	rows := pic.drawn.Slivers
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].X == rows[0].X && rows[n].Depth == rows[0].Depth+n {
			n++
		}
		slivers[rows[0].Node] = rows[:n]
		rows = rows[n:]
	}
	return slivers
}

// addSliver adds the rows of a sliver as frames that call each other. It returns how many they stand for.
func (c *dataColumns) addSliver(rows []Box, name uint32) (frames int) {
	for i, row := range rows {
		self := row.Width
		if i+1 < len(rows) {
			self -= rows[i+1].Width
		}
		c.add(row.Depth, name, self)
		frames += row.Calls
	}
	return frames
}
