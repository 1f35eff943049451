package input

// FarOffset is how far behind its symbol an address may lie, in bytes, until the symbol is only the nearest one that
// is exported: few functions are larger.
const FarOffset = 16 << 10

// maxFarNames bounds how many names a report keeps.
const maxFarNames = 10_000

// FarLeaf reports samples of stacks that end in a function with this name, more than FarOffset behind its symbol: the
// name is a guess.
func (t *Task) FarLeaf(name string, samples int64) { t.report.farLeaf(name, samples) }

func (r *Report) farLeaf(name string, samples int64) {
	if r.Far == nil {
		r.Far = make(map[string]int64)
	}
	if _, known := r.Far[name]; known || len(r.Far) < maxFarNames {
		r.Far[name] += samples
	}
}
