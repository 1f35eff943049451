package jstack

import (
	"bytes"
	"strings"

	"fold/sources/input"
)

// deadlock reads what the VM says about a deadlock, after the threads:
//
//	Found one Java-level deadlock:
//	=============================
//	"dl-a":
//	  waiting to lock monitor 0x00007f051c011540 (object 0x0000000687a17470, a java.lang.Object),
//	  which is held by "dl-b"
//	"dl-b":
//	  waiting for ownable synchronizer 0x0000000687a17460, (a java.util.concurrent.locks.ReentrantLock$NonfairSync),
//	  which is held by "dl-a"
//
//	Java stack information for the threads listed above:
type deadlock struct {
	found bool // in the dump that is being read
	open  bool
	name  string   // the thread that waits
	what  string   // the class of what it waits for
	waits []string // "dl-a" waits for java.lang.Object, held by "dl-b"
}

// most is how many waits of a cycle a message names.
const most = 10

// line reads a line that is not part of a thread.
func (d *deadlock) line(text []byte, s *input.Stream) {
	switch {
	case bytes.HasPrefix(text, []byte("Found ")) && bytes.HasSuffix(text, []byte("Java-level deadlock:")):
		d.report(s)
		d.open = true
	case !d.open:
	case bytes.HasPrefix(text, []byte("Java stack information ")):
		d.report(s)
	case bytes.HasSuffix(text, []byte(`":`)) && text[0] == '"':
		d.name = input.Shorten(text[:len(text)-1])
	case bytes.HasPrefix(text, []byte("waiting ")):
		at := bytes.LastIndexByte(bytes.TrimRight(text, "), "), ' ')
		d.what = input.Shorten(bytes.TrimRight(text[at+1:], "), "))
	case bytes.HasPrefix(text, []byte("which is held by ")):
		if len(d.waits) < most {
			d.waits = append(d.waits, d.name+" waits for "+d.what+", held by "+input.Shorten(text[len("which is held by "):]))
		}
	}
}

// report says what was read, and ends it.
func (d *deadlock) report(s *input.Stream) {
	if len(d.waits) > 0 {
		s.Deadlock(strings.Join(d.waits, "; "))
		s.Count(1, input.Note{Noun: "deadlock", Text: "found by the Java VM: " + strings.Join(d.waits, "; ")})
	}
	*d = deadlock{found: d.found || len(d.waits) > 0}
}
