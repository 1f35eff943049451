package input

// Bool returns the value that comes next; false for anything that is not true.
func (j *JSON) Bool() bool {
	is := j.Kind() == JSONBool && j.next() == 't'
	j.Skip()
	return is
}
