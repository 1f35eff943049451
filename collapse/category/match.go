package category

import (
	"strings"

	"fold/collapse"
)

// rule gives a category to functions or modules. Words are separated by white space; a "*" at the end
// of a word stands for anything, so that "fmt.*" is a package. The longest word that fits decides, so the
// order of rules means nothing.
type rule struct {
	category Category
	words    string
}

// matcher finds the category of a frame by its function and its module.
type matcher struct {
	names    wordTable // functions of programs, in all languages
	system   wordTable // functions of the C library that programs have, too: read, write
	kernels  wordTable
	gates    wordTable // by which the kernel is entered
	modules  wordTable
	packages wordTable // files of Python's standard library
}

func newMatcher() *matcher {
	return &matcher{
		names:    newWordTable(nativeRules, cppRules, rustRules, goRules, jvmRules, scriptRules),
		system:   newWordTable(systemRules),
		kernels:  newWordTable(kernelRules),
		gates:    newWordTable(gateRules),
		modules:  newWordTable(moduleRules),
		packages: newWordTable(pythonRules),
	}
}

// wordTable holds words and beginnings of words.
type wordTable struct {
	exact, prefix map[string]Category
	longest       int // the length of the longest prefix
}

func newWordTable(tables ...[]rule) wordTable {
	t := wordTable{exact: make(map[string]Category), prefix: make(map[string]Category)}
	for _, table := range tables {
		for _, rule := range table {
			for word := range strings.FieldsSeq(rule.words) {
				if start, found := strings.CutSuffix(word, "*"); found {
					t.prefix[start] = rule.category
					t.longest = max(t.longest, len(start))
				} else {
					t.exact[strings.ReplaceAll(word, "~", " ")] = rule.category
				}
			}
		}
	}
	return t
}

// find returns the category of the longest word that fits.
func (t wordTable) find(name string) (Category, bool) {
	if c, found := t.exact[name]; found {
		return c, true
	}
	for n := min(len(name), t.longest); n > 0; n-- {
		if c, found := t.prefix[name[:n]]; found {
			return c, true
		}
	}
	return 0, false
}

// user returns the category of a frame outside the kernel.
func (m *matcher) user(f collapse.Frame) Category {
	if f.Kind == collapse.KindThread || f.Kind == collapse.KindLabels || f.Name == "[truncated]" {
		return caller
	}
	module, known := m.modules.find(f.Module)
	if f.IsUnresolved() {
		if name := strings.Trim(f.Name, "[]"); !known && name != "" {
			module, known = m.modules.find(name)
		}
		if !known || module == caller {
			return Unknown
		}
		return module
	}
	if c, found := m.named(f.Name, module == caller); found {
		return c
	}
	if known {
		return module
	}
	if f.Name[0] == '_' && isIdentifier(f.Name) {
		return caller // C reserves these names for compilers and libraries
	}
	return OwnCode
}

// named returns the category of a function by its name. System says that it stands in a system library.
func (m *matcher) named(name string, system bool) (Category, bool) {
	if file, found := pythonLibrary(name); found {
		c, known := m.packages.find(file)
		if !known {
			c = caller
		}
		return c, true
	}
	name = slashed(ruleName(name))
	if c, found := m.names.find(name); found {
		return c, true
	}
	plain := plainC(name)
	if plain != name {
		if c, found := m.names.find(plain); found {
			return c, true
		}
	}
	if system || plain != name {
		return m.system.find(plain)
	}
	return 0, false
}

// isKernel reports whether a frame is the kernel's, or the place where it is entered.
func (m *matcher) isKernel(f collapse.Frame) bool {
	switch f.Kind {
	case collapse.KindKernel:
		return true
	case collapse.KindNative, collapse.KindJIT, collapse.KindInlined, collapse.KindThread, collapse.KindLabels:
		return false
	}
	module := strings.Trim(f.Module, "[]")
	if strings.HasPrefix(module, "kernel.") || strings.HasPrefix(module, "vmlinux") {
		return true
	}
	_, gate := m.gates.find(ruleName(f.Name))
	return gate
}

// kernel returns the category of a frame inside the kernel.
func (m *matcher) kernel(f collapse.Frame) Category {
	if f.Kind == collapse.KindLabels {
		return caller
	}
	if c, found := m.kernels.find(ruleName(f.Name)); found {
		return c
	}
	return caller
}

// ruleName returns the part of a name that rules are about:
//
//	vfs_read_[k]                                            vfs_read
//	_int_free.part.0                                        _int_free
//	<&mut app::Row as core::clone::Clone>::clone            app::Row as core::clone::Clone>::clone
//	<T as core::fmt::Display>::fmt                          core::fmt::Display>::fmt
//	void std::sort<int*>(int*, int*)                        std::sort<int*>
//	operator new(unsigned long)                             operator new
func ruleName(name string) string {
	name = strings.TrimSuffix(TrimClone(name), "@plt")
	name = strings.TrimLeft(name, "<&*")
	name = strings.TrimPrefix(strings.TrimPrefix(name, "mut "), "dyn ")
	if at := strings.Index(name, " as "); at > 0 && !strings.Contains(name[:at], "::") {
		name = name[at+len(" as "):] // type parameters and u64 are of no crate, the trait is
	}
	name = strings.TrimPrefix(name, "_<impl ")
	if at := arguments(name); at > 0 {
		name = name[:at]
	}
	if head, _, _ := strings.Cut(name, "<"); strings.Contains(name, "::") && !strings.Contains(name, "operator") && !strings.Contains(name, " as ") {
		if at := strings.LastIndexByte(head, ' '); at >= 0 {
			name = name[at+1:]
		}
	}
	return name
}

// slashed returns the name of a function of Java as the virtual machine spells it, with slashes:
//
//	java.util.HashMap.put       java/util/HashMap.put
//	io.netty.channel.Pipe.run   io/netty/channel/Pipe.run
//
// Names of Go, such as net.conn.Read, have fewer points or slashes of their own.
func slashed(name string) string {
	last := strings.LastIndexByte(name, '.')
	if last < 0 || strings.Count(name[:last], ".") < 2 || strings.ContainsAny(name[:last], "/:(") || strings.HasPrefix(name[last:], ".func") {
		return name
	}
	class := name[strings.LastIndexByte(name[:last], '.')+1]
	if class < 'A' || class > 'Z' {
		return name
	}
	return strings.ReplaceAll(name[:last], ".", "/") + name[last:]
}

// arguments returns where the arguments of a function begin, or -1. Go's "(*T)" and "(anonymous namespace)"
// are none.
func arguments(name string) int {
	for at := 1; at < len(name); at++ {
		if name[at] == '(' && name[at-1] != '.' && !strings.HasPrefix(name[at:], "(anonymous") {
			return at
		}
	}
	return -1
}

// cloneSuffixes are what compilers append to the name of a function that they copied or split.
var cloneSuffixes = []string{".cold", ".part.", ".constprop.", ".isra.", ".llvm.", ".lto_priv.", ".clone.", " [clone", ".abi0"}

// TrimClone returns a function's name without what compilers and profilers append to it: ".cold", ".part.0",
// ".constprop.1", ".isra.2", ".llvm.123", " [clone .part.3]", "_[k]".
func TrimClone(name string) string {
	name, _ = collapse.Annotation(name)
	for _, suffix := range cloneSuffixes {
		at := strings.Index(name, suffix)
		if rest := at + len(suffix); at > 0 && (suffix[len(suffix)-1] == '.' || rest == len(name) || name[rest] == '.' || name[rest] == ' ') {
			name = name[:at]
		}
	}
	return name
}

// variants begin the part of a name that says for which processor a C function was written.
var variants = []string{"_avx", "_sse", "_ssse", "_evex", "_erms", "_unaligned", "_neon", "_sve", "_generic", "_chk", "_nocancel", "_l_internal", "_internal"}

// plainC returns a C function's name without what libraries put around it:
//
//	__memmove_avx512_unaligned_erms     memmove
//	_platform_memmove$VARIANT$Haswell   memmove
//	__GI___libc_write                   write
//	cfree@GLIBC_2.2.5                   cfree
func plainC(name string) string {
	name, _, _ = strings.Cut(name, "@")
	if !isIdentifier(name) {
		return name
	}
	name, _, _ = strings.Cut(name, "$")
	if name != "" && name[0] == '_' {
		for _, prefix := range []string{"GI_", "libc_", "platform_", "new_"} {
			name = strings.TrimPrefix(strings.TrimLeft(name, "_"), prefix)
		}
		name = strings.TrimLeft(name, "_")
	}
	for _, variant := range variants {
		if at := strings.Index(name, variant); at > 0 {
			name = name[:at]
		}
	}
	return name
}

// isIdentifier reports whether a name is one that C can spell: letters, digits, "_" and "$".
func isIdentifier(name string) bool {
	for _, c := range []byte(name) {
		if c != '_' && c != '$' && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// pythonLibrary returns the file of a function of Python's standard library, as py-spy names it:
//
//	loads (/usr/lib/python3.11/json/__init__.py:346)    json/__init__.py:346)
//	sleep (threading.py:12)                              threading.py:12)
//
// Packages that are installed beside the library are the program's own.
func pythonLibrary(name string) (file string, found bool) {
	_, file, found = strings.Cut(name, " (")
	if !found || !strings.Contains(file, ".py:") {
		return "", false
	}
	at := strings.LastIndex(file, "lib/python")
	if at < 0 {
		return "", false
	}
	_, file, found = strings.Cut(file[at+len("lib/python"):], "/")
	return file, found && !strings.HasPrefix(file, "site-packages/") && !strings.HasPrefix(file, "dist-packages/")
}
