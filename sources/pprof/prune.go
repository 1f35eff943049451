package pprof

import (
	"fmt"
	"regexp"
	"strings"

	"fold/sources/input"
)

// pruning applies the drop_frames and keep_frames of a profile, which name functions that are no news to anyone, as pprof
// does: malloc itself in a profile of allocations. Its zero value drops nothing.
//
// What a function that is dropped calls is dropped, too. Functions at the root of a stack stay, up to the first that is not
// to be dropped, so that no stack is lost:
//
//	root ─► malloc ─► main ─► malloc ─► sbrk      malloc|sbrk dropped:      malloc ─► main
type pruning struct {
	cuts  []cut    // cuts[l]: what becomes of location l
	below []uint32 // below[l]: so many of its lines, the innermost, are dropped
}

type cut uint8

const (
	cutNothing cut = iota
	cutBelow       // the location stays, without its innermost lines
	cutWhole       // the outermost line is dropped, and so is all
)

// dropFrames finds out what is dropped of each location.
func (r *pprofReader) dropFrames() error {
	p := r.p
	if r.c.Options.AllFrames || p.drop == "" {
		return nil
	}
	dropped, err := newDropped(p.drop, p.keep)
	if err != nil {
		return fmt.Errorf("drop_frames or keep_frames of the profile is no regular expression (%q): use --all-frames", input.Shorten([]byte(p.drop+" "+p.keep)))
	}
	r.pruning = pruning{make([]cut, len(p.locations)), make([]uint32, len(p.locations))}
	for i, l := range p.locations {
		lines := p.linesOf(l)
		n := len(lines)
		for n > 0 && !dropped.matches(p.text(p.functions[lines[n-1].function].name)) {
			n--
		}
		switch {
		case n == 0:
		case n == len(lines):
			r.pruning.cuts[i] = cutWhole
		default:
			r.pruning.cuts[i], r.pruning.below[i] = cutBelow, uint32(n)
		}
	}
	return nil
}

// lines returns those of a location that are left wherever it stands.
func (d *pruning) lines(p *profile, place int) []line {
	lines := p.linesOf(p.locations[place])
	if d.below == nil {
		return lines
	}
	return lines[d.below[place]:]
}

// rest returns what is left of a stack, which stands leaf first.
func (d *pruning) rest(stack []uint32) []uint32 {
	if d.cuts == nil {
		return stack
	}
	foundUser := false
	for i := len(stack) - 1; i >= 0; i-- {
		switch is := d.cuts[stack[i]]; {
		case is == cutNothing:
			foundUser = true
		case foundUser && is == cutWhole:
			return stack[i+1:]
		case foundUser:
			return stack[i:]
		}
	}
	return stack
}

// dropped knows the functions to drop. A profile names few functions in many places, so each is asked for once.
type dropped struct {
	drop, keep *regexp.Regexp
	known      map[string]bool
}

func newDropped(drop, keep string) (d dropped, err error) {
	d.known = make(map[string]bool)
	if d.drop, err = regexp.Compile("^(" + drop + ")$"); err != nil || keep == "" {
		return d, err
	}
	d.keep, err = regexp.Compile("^(" + keep + ")$")
	return d, err
}

func (d *dropped) matches(function string) bool {
	if function == "" {
		return false
	}
	is, known := d.known[function]
	if !known {
		name := simpleName(function)
		is = d.drop.MatchString(name) && (d.keep == nil || !d.keep.MatchString(name))
		d.known[function] = is
	}
	return is
}

// simpleName returns the name of a function as drop_frames know it, without its parameters and the point before it that
// some ABIs have:
//
//	.std::vector<int>::push_back(int const&)              std::vector<int>::push_back
//	(anonymous namespace)::Less::operator()(int) const    (anonymous namespace)::Less::operator()
func simpleName(name string) string {
	name = strings.TrimPrefix(name, ".")
	for at := 0; ; {
		next := strings.IndexByte(name[at:], '(')
		if next < 0 {
			return name
		}
		before, after := name[at:at+next], name[at+next:]
		switch {
		case strings.HasPrefix(after, "(anonymous namespace)"):
			at += next + len("(anonymous namespace)")
		case strings.HasPrefix(after, "()") && strings.HasSuffix(before, "operator"):
			at += next + len("()")
		default:
			return name[:at+next]
		}
	}
}
