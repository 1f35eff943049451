package pprof

import "fold/collapse"

// origin returns what a profile says of its recording.
func origin(p *profile) collapse.Origin {
	o := collapse.Origin{Start: max(0, p.start), Duration: max(0, p.duration)}
	if p.period > 0 {
		o.Period, o.Sampled = p.period, collapse.Metric{Name: pprofText(p.sampled.name), Unit: pprofText(p.sampled.unit)}
	}
	var programs []collapse.Program
	for _, m := range p.mappings {
		if m.module != "" {
			programs = append(programs, collapse.Program{Module: m.module, File: pprofText(p.text(m.file)), BuildID: pprofText(p.text(m.buildID))})
		}
	}
	return o.WithPrograms(programs...)
}

// origin writes what is known of the recording. An empty type of period is better than none: without one,
// profile.Merge of older versions of pprof panics.
func (e *pprofWriter) origin() {
	o := e.p.Origin
	e.out.number(fieldStart, uint64(o.Start))
	e.out.number(fieldDuration, uint64(o.Duration))
	if o.Period == 0 {
		e.out.message(fieldSampled, nil)
		return
	}
	e.out.message(fieldSampled, e.valueType(o.Sampled.Name, o.Sampled.Unit))
	e.out.number(fieldPeriod, uint64(o.Period))
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
