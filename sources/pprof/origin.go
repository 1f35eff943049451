package pprof

import (
	"github.com/google/pprof/profile"

	"fold/collapse"
)

// origin returns what a profile says of its recording.
func origin(p *profile.Profile) collapse.Origin {
	o := collapse.Origin{Start: max(0, p.TimeNanos), Duration: max(0, p.DurationNanos)}
	if t := p.PeriodType; t != nil && p.Period > 0 {
		o.Period, o.Sampled = p.Period, collapse.Metric{Name: pprofText(t.Type), Unit: pprofText(t.Unit)}
	}
	var programs []collapse.Program
	for _, m := range p.Mapping {
		if module := mappingName(m); module != "" {
			programs = append(programs, collapse.Program{Module: module, File: pprofText(m.File), BuildID: pprofText(m.BuildID)})
		}
	}
	return o.WithPrograms(programs...)
}

// origin writes what is known of the recording. An empty type of period is better than none: without one,
// profile.Merge of older versions of pprof panics.
func (e *pprofWriter) origin() {
	o := e.p.Origin
	e.out.number(9, uint64(o.Start))
	e.out.number(10, uint64(o.Duration))
	if o.Period == 0 {
		e.out.message(11, nil)
		return
	}
	e.out.message(11, e.valueType(o.Sampled.Name, o.Sampled.Unit))
	e.out.number(12, uint64(o.Period))
}

// program returns what is known of the program that frames name as their module.
func (e *pprofWriter) program(module string) collapse.Program {
	for _, p := range e.p.Origin.Programs {
		if p.Module == module {
			if p.File == "" {
				p.File = module
			}
			return p
		}
	}
	return collapse.Program{Module: module, File: module}
}
