package text

import "fold/collapse"

// TrimAnnotation returns a name without the annotation of its kind: "vfs_read" of "vfs_read_[k]".
func TrimAnnotation(name string) string {
	function, _ := collapse.Annotation(name)
	return function
}
