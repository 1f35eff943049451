package symbolize

// walker goes through the entries of a unit, or of one entry and what is inside it, in the order of the file.
// After each next the caller passes over the entry in one of the four ways: readEntry, skipEntry, skipWhole,
// or readEntry and skipChildren.
type walker struct {
	d *debugInfo
	u *unit
	c cursor
	x entryInfo // room for the entry that is read

	shape   *abbrev
	offset  uint64 // where the entry begins in .debug_info
	at      int    // how many entries are around it
	depth   int    // how many entries are open
	skipped int    // entries this deep and deeper are passed over; 0: none
}

// next moves to the next entry. It returns false after the last one, or where the file is broken.
func (w *walker) next() bool {
	for {
		if w.depth == 0 && w.shape != nil || w.c.bad || len(w.c.b) == 0 {
			return false
		}
		w.offset = w.u.end - uint64(len(w.c.b))
		code := w.c.uleb()
		if code == 0 {
			w.depth--
			if w.depth <= 0 {
				return false
			}
			continue
		}
		w.shape = w.d.abbreviation(w.u, code)
		if w.shape == nil || w.depth > maxDepth {
			return false
		}
		w.at = w.depth
		if w.shape.children {
			w.depth++
		}
		if w.skipped == 0 || w.at < w.skipped {
			w.skipped = 0
			return true
		}
		w.d.skipEntry(w.u, &w.c, w.shape)
	}
}

// skipChildren passes over what is inside the entry that was just read.
func (w *walker) skipChildren() {
	if !w.shape.children {
		return
	}
	left := uint64(len(w.c.b))
	if sibling := w.x.sibling; sibling > w.u.end-left && sibling <= w.u.end {
		w.c.b = w.d.info[sibling:w.u.end]
		w.depth--
		return
	}
	w.skipped = w.at + 1
}

// skipWhole passes over an entry and what is inside it.
func (w *walker) skipWhole() {
	if !w.shape.children {
		w.d.skipEntry(w.u, &w.c, w.shape)
		return
	}
	w.d.readEntry(w.u, &w.c, w.shape, &w.x)
	w.skipChildren()
}
