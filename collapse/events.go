package collapse

import "slices"

// WithColumns returns the profile with only the given columns, described by as; the first is the default. All stacks
// stay, also those without a weight in these columns, see [Profile.Compact].
func (p *Profile) WithColumns(columns []int, as []Metric) *Profile {
	picked := *p
	picked.Metrics, picked.Default = slices.Clone(as), 0
	picked.columns = make([]column, len(columns))
	for i, c := range columns {
		picked.columns[i] = p.columns[c]
		picked.Metrics[i].Scale, picked.Metrics[i].Sampling = p.Metrics[c].Scale, p.Metrics[c].Sampling
	}
	return &picked
}

// Under returns the profile with only the given columns, described by as, and with root as the outermost frame of
// every stack. Stacks without a weight in these columns are left out.
func (p *Profile) Under(root Frame, columns []int, as []Metric) *Profile {
	picked := p.WithColumns(columns, as)
	return picked.Rewrite(func(b *Builder, n NodeID, placed []NodeID) NodeID {
		to := placed[picked.nodes[n].parent]
		if to == Root {
			to = b.Call(Root, b.Frame(root))
		}
		return b.Call(to, b.Frame(picked.frames[picked.nodes[n].frame]))
	}).Compact()
}
