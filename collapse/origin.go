package collapse

import (
	"cmp"
	"slices"
)

// Origin is what a profile says of its recording, besides weights. The zero value says nothing. Profiles that are
// added up have the earliest start, the sum of durations, the period if all agree, and all programs.
type Origin struct {
	Start    int64 // when the recording began, in nanoseconds since 1970; 0: not known
	Duration int64 // how long it took, in nanoseconds; 0: not known
	// Period is the weight between two samples, in Sampled; 0: not known.
	Period  int64
	Sampled Metric
	Periods bool // there were several periods
	// Programs are the binaries and libraries that frames name as their modules, in the order of their modules.
	Programs []Program
}

// Program is a binary or a library.
type Program struct {
	Module  string // as frames name it
	File    string // with its folder; empty: not known
	BuildID string // empty: not known, or see Builds
	Builds  bool   // there were several build ids
}

// SetOrigin says what the input tells of its recording.
func (b *Builder) SetOrigin(o Origin) { b.profile.Origin = o }

// mergeOrigin adds what p says of its recording. An input without stacks that says nothing does not count.
func (b *Builder) mergeOrigin(p *Profile) {
	said := p.Origin.said()
	switch {
	case !said && len(p.nodes) == 1:
	case !b.profile.Origin.said() && len(b.profile.nodes) == 1:
		b.profile.Origin = p.Origin
	default:
		b.profile.Origin = b.profile.Origin.plus(p.Origin)
	}
}

func (o Origin) said() bool {
	return o.Start != 0 || o.Duration != 0 || o.Period != 0 || o.Periods || len(o.Programs) > 0
}

func (o Origin) plus(other Origin) Origin {
	if o.Start == 0 || other.Start != 0 && other.Start < o.Start {
		o.Start = other.Start
	}
	o.Duration, _ = AddWeights(o.Duration, other.Duration)
	if o.Period != other.Period || o.Sampled != other.Sampled {
		o.Periods = o.Periods || other.Periods || o.Period != 0 && other.Period != 0
		o.Period, o.Sampled = 0, Metric{}
	}
	o.Programs = joinPrograms(o.Programs, other.Programs)
	return o
}

// joinPrograms returns all programs, each module once. What two do not agree about is not known.
func joinPrograms(a, b []Program) []Program {
	all := slices.Concat(a, b)
	slices.SortStableFunc(all, func(x, y Program) int { return cmp.Compare(x.Module, y.Module) })
	joined := all[:0]
	for _, p := range all {
		if last := len(joined) - 1; last >= 0 && joined[last].Module == p.Module {
			joined[last] = joined[last].plus(p)
			continue
		}
		joined = append(joined, p)
	}
	return joined
}

func (p Program) plus(other Program) Program {
	if p.File != other.File {
		p.File = ""
	}
	if p.BuildID == other.BuildID && !p.Builds && !other.Builds {
		return p
	}
	if p.BuildID != "" && other.BuildID != "" || p.Builds || other.Builds {
		p.Builds = true
	}
	p.BuildID = ""
	return p
}

// WithPrograms returns the origin with the programs, which may stand in any order and name a module more than once.
func (o Origin) WithPrograms(programs ...Program) Origin {
	o.Programs = joinPrograms(nil, programs)
	return o
}
