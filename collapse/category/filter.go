package category

import "fold/collapse"

// Filter chooses stacks by the category to which [Group] gives their weight, which is that of the leaf. What Ignore leaves is
// the profile less the weight that the categories have of their own. The zero value keeps everything.
type Filter struct {
	Focus  Set // keep only stacks of these; the empty set: of all
	Ignore Set // leave out stacks of these; wins over Focus
}

// Set is a set of categories. The zero value is empty.
type Set uint16

// Of returns the set of some categories.
func Of(categories ...Category) (s Set) {
	for _, c := range categories {
		s |= 1 << c
	}
	return s
}

// Has says whether a category is in the set.
func (s Set) Has(c Category) bool { return s&(1<<c) != 0 }

// All returns the categories in the set, in the order of their numbers.
func (s Set) All() (list []Category) {
	for c := range Unknown + 1 {
		if s.Has(c) {
			list = append(list, c)
		}
	}
	return list
}

// Names returns the names of all categories, in the order of their numbers.
func Names() (list []string) {
	for c := range Unknown + 1 {
		list = append(list, c.String())
	}
	return list
}

// Filter returns the profile of the stacks that the filter keeps. Their frames stay as they are, so that it does not matter
// whether [collapse.Profile.Filter] chooses stacks before or after; what takes frames away comes after.
func (f Filter) Filter(p *collapse.Profile) *collapse.Profile {
	if f == (Filter{}) {
		return p
	}
	of, _ := OfNodes(p)
	return p.Choose(func(n collapse.NodeID) bool {
		return (f.Focus == 0 || f.Focus.Has(of[n])) && !f.Ignore.Has(of[n])
	})
}
