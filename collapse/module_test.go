package collapse_test

import "testing"

func TestByModule(t *testing.T) {
	p := parse(t, "@main;app`main;app`work;libc`malloc;libc`_int_malloc 2\n@main;app`main 3\n@main;app`main;[unknown] 4\n")
	same(t, folded(t, p.ByModule(), 0), "main;app 3\nmain;app;(no module) 4\nmain;app;libc 2\n")
}
