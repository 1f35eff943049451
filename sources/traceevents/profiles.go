package traceevents

import "fold/sources/v8"

// profiles are the CPU profiles of a trace. One comes as a Profile event and ProfileChunk events with the same pid and id,
// or, from webpack, whole in a CpuProfile event.
type profiles struct {
	known map[string]*profile // by pid and id
	list  []*profile
}

type profile struct {
	*v8.Profile
	thread int
	orphan bool // there is no Profile event
}

// count returns how many samples there are.
func (p *profiles) count() (n int64) {
	for _, one := range p.list {
		if one.HasSamples() {
			n += int64(one.Len())
			continue
		}
		for i := range one.Nodes.Len() {
			n += one.Weight(i)
		}
	}
	return n
}

// addProfile adds what an event holds of a CPU profile; false: it is another event.
func (r *reader) addProfile(e *event) bool {
	switch string(e.name.bytes) {
	case "Profile":
		p := r.profile(e)
		p.thread, p.orphan = r.threads.of(e), false
		p.Take(r.piece, e.ts)
	case "ProfileChunk":
		r.profile(e).Take(r.piece, e.ts)
	case "CpuProfile":
		if !e.hasProfile {
			return false
		}
		p := r.newProfile(e)
		p.orphan = false
		r.piece.SetBounds(e.start.bytes, e.end.bytes)
		p.Take(r.piece, e.ts)
	default:
		return false
	}
	return true
}

// profile returns the profile that an event belongs to.
func (r *reader) profile(e *event) *profile {
	id := e.id
	if !id.is {
		id = e.tid
	}
	key := string(e.pid.bytes) + "\x00" + string(id.bytes)
	p, known := r.profiles.known[key]
	if !known {
		p = r.newProfile(e)
		if r.profiles.known == nil {
			r.profiles.known = make(map[string]*profile)
		}
		r.profiles.known[key] = p
	}
	return p
}

func (r *reader) newProfile(e *event) *profile {
	p := &profile{Profile: v8.NewProfile(r.b, r.s.Options), thread: r.threads.of(e), orphan: true}
	r.profiles.list = append(r.profiles.list, p)
	return p
}
