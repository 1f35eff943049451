package category_test

import (
	"strings"
	"testing"

	"fold/collapse"
	"fold/collapse/category"
)

// TestByCategory: the leaf-most frame that has a category decides, helpers work for their callers, callbacks
// are the program's, and behind the entry into the kernel all is the kernel's.
func TestByCategory(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"the leaf decides", "main.main;main.load;encoding/json.Unmarshal;runtime.mallocgc;runtime.nextFreeFast 3\n", "own code;formatting and serialisation;allocator 3\n"},
		{"a helper works for its caller", "main.main;sort.Slice;sort.insertionSort 2\n", "own code 2\n"},
		{"a helper of a library works for the library", "main.main;fmt.Sprint;strings.Repeat 2\n", "own code;formatting and serialisation 2\n"},
		{"a callback is own code", "main.main;regexp.(*Regexp).ReplaceAllStringFunc;main.upper 2\n", "own code;regular expressions;own code 2\n"},
		{"a helper of the runtime works for the allocator", "main.main;runtime.mallocgc;runtime.spanOf 2\n", "own code;allocator 2\n"},
		{"or is the runtime's", "main.main;runtime.spanOf 2\n", "own code;GC and runtime 2\n"},
		{"collecting while allocating is collecting", "main.main;runtime.mallocgc;runtime.gcAssistAlloc;runtime.spanOf 2\n", "own code;allocator;GC and runtime 2\n"},
		{"what the kernel calls is the kernel's", "main;__read;entry_SYSCALL_64;vfs_read;memcpy 2\n", "own code;system calls and I/O 2\n"},
		{"but for page faults", "main;malloc;asm_exc_page_fault;clear_page_erms 2\n", "own code;allocator;page faults 2\n"},
		{"and futexes", "main;pthread_mutex_lock;__x64_sys_futex;schedule 2\n", "own code;locks and parking 2\n"},
		{"a wrapper without a name", "main;[libpthread-2.31.so];do_syscall_64;ksys_write 2\n", "own code;unknown;system calls and I/O 2\n"},
		{"a thread is nobody's", "@java;malloc 2\n", "own code;allocator 2\n"},
		{"equal stacks", "main;malloc;_int_malloc 2\nmain;free 3\nmain 4\n", "own code 4\nown code;allocator 5\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := foldedOf(t, category.Group(readStacks(t, tt.text))); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

// TestCategoryOfFrame: names as profilers of each language write them.
func TestCategoryOfFrame(t *testing.T) {
	native := func(module, name string) collapse.Frame {
		return collapse.Frame{Module: module, Name: name, Kind: collapse.KindNative}
	}
	name := func(name string) collapse.Frame { return collapse.Frame{Name: name} }
	tests := []struct {
		want   string
		frames []collapse.Frame
	}{
		{"allocator", []collapse.Frame{
			name("malloc"), name("_int_free"), name("__libc_calloc"), name("operator new(unsigned long)"), name("operator delete[](void*)"),
			name("je_arena_malloc_hard"), name("arena_t::MallocSmall(unsigned long, bool)"), native("libjemalloc.so.2", "extent_recycle"),
			name("cfree@GLIBC_2.2.5"), name("_int_malloc_[k]"), name("unlink_chunk.constprop.0"),
			name("runtime.mallocgc"), name("runtime.(*mcache).nextFree"), name("runtime.growslice"),
			name("__rust_alloc"), name("alloc::raw_vec::finish_grow"), name("<alloc::raw_vec::RawVec<T, A>>::reserve_internal"),
		}},
		{"memory copy and compare", []collapse.Frame{
			name("__memmove_avx512_unaligned_erms"), name("_platform_memmove$VARIANT$Haswell"), name("__GI_memset"), name("strlen"), name("__strcmp_evex"),
			name("runtime.memmove"), name("memeqbody"), name("internal/bytealg.IndexByteString"), name("core::slice::memchr::memchr_aligned"), name("jint_disjoint_arraycopy"),
		}},
		{"hashing", []collapse.Frame{
			name("runtime.mapaccess1_faststr"), name("aeshashbody"), name("internal/runtime/maps.(*Map).getWithKey"), name("hash/maphash.Bytes"),
			name("hashbrown::map::HashMap<K,V,S,A>::insert"), name("<core::hash::sip::Hasher<S> as core::hash::Hasher>::write"), name("std::_Hash_bytes"),
			name("java/util/HashMap.getNode"), name("java.util.HashMap.getNode"), name("java/util/HashMap:.put"), name("lookdict_unicode"),
		}},
		{"locks and parking", []collapse.Frame{
			name("pthread_mutex_lock"), name("___pthread_mutex_lock"), name("__lll_lock_wait_private"), name("__psynch_mutexwait"), name("os_unfair_lock_lock"),
			native("libsystem_kernel", "poll"), name("sync.(*Mutex).lockSlow"), name("runtime.chansend1"), name("runtime.futex"), name("std::condition_variable::wait"),
			name("parking_lot::raw_mutex::RawMutex::lock_slow"), name("java/util/concurrent/locks/AbstractQueuedSynchronizer.acquire"), name("(idle)"),
			name("wait (/usr/lib/python3.11/threading.py:324)"),
			{Name: "futex_wait_queue", Kind: collapse.KindKernel},
			{Name: "native_safe_halt", Kind: collapse.KindKernel},
		}},
		{"page faults", []collapse.Frame{{Name: "clear_page_erms", Kind: collapse.KindKernel}, name("asm_exc_page_fault"), {Module: "vmlinux", Name: "handle_mm_fault"}}},
		{"system calls and I/O", []collapse.Frame{
			name("__read"), native("libc.so.6", "read"), native("libsystem_kernel", "__open_nocancel"), name("fsync"), name("syscall.Syscall"), name("os.(*File).Read"),
			name("net.(*conn).Write"), name("internal/poll.(*FD).Write"), name("std::fs::File::open"), name("<std::fs::File as std::io::Read>::read"),
			{Name: "tcp_sendmsg", Kind: collapse.KindKernel},
			{Name: "[[kernel.kallsyms]]", Module: "[kernel.kallsyms]", Kind: collapse.KindKernel},
			name("do_syscall_64"),
		}},
		{"GC and runtime", []collapse.Frame{
			name("runtime.gcBgMarkWorker"), name("runtime.scanobject"), name("runtime.morestack"), name("PSPromotionManager::copy_to_survivor_space<false>(oopDesc*)"),
			name("oopDesc* PSPromotionManager::copy_to_survivor_space<false>(oopDesc*)"), native("libjvm.so", "Node::dominates"), name("(garbage collector)"),
			name("swift_retain"), native("ld-linux-x86-64.so.2", "do_lookup_x"), name("v8::internal::Scavenger::Process"),
		}},
		{"formatting and serialisation", []collapse.Frame{
			name("fmt.Fprintf"), name("strconv.ParseInt"), name("encoding/json.(*decodeState).object"), name("google.golang.org/protobuf/proto.Marshal"), name("vfprintf"),
			name("__vfprintf_internal"), name("std::ostream::operator<<"), name("core::fmt::write"), name("<T as core::fmt::Display>::fmt"), name("serde_json::de::from_str"),
			name("loads (/usr/lib/python3.11/json/__init__.py:346)"), name("com.fasterxml.jackson.core.JsonParser.nextToken"),
		}},
		{"compression and crypto", []collapse.Frame{
			name("compress/flate.(*compressor).deflate"), name("crypto/sha256.block"), name("deflate_fast"), name("ZSTD_compressBlock_fast"), native("libz.so.1", "longest_match"),
			{Name: "[libz.so.1]", Module: "libz.so.1", Kind: collapse.KindNative},
			name("miniz_oxide::deflate::core::compress"), name("github.com/klauspost/compress/zstd.(*Decoder).Read"),
		}},
		{"regular expressions", []collapse.Frame{
			name("regexp.(*Regexp).doOnePass"), name("regexp/syntax.Parse"), name("regex_automata::meta::regex::Regex::search"), name("pcre2_match_8"), name("java/util/regex/Pattern.compile"),
			name("std::__detail::_Executor<char const*, A, B, true>::_M_dfs"), name("RegExp:[&<>]"), name("_compile (/usr/lib/python3.11/re/__init__.py:272)"),
		}},
		{"unknown", []collapse.Frame{name("[unknown]"), name("0x7f3a10b2"), name("???  (in app)"), {Name: "[app]", Module: "app"}, name(""), {Name: "[libc.so.6]", Module: "libc.so.6"}, name("[perf-12.map]")}},
		{"own code", []collapse.Frame{
			name("main"), name("main.main"), name("read"), name("poll"), name("write_rows"), name("app::fib"), name("<app::Row as core::fmt::Display>::fmt"), name("org.example.net.Server.read"),
			name("github.com/org/db.(*Tx).Lock"), name("gzip"), name("std::sort<int*>"), name("sort.Slice"), name("core::iter::range::next"), name("qsort"), name("__libc_start_main"), name("java/util/ArrayList.add"),
			name("io.netty.channel.Pipe.run"), native("app", "do_syscall_64"), name("f (/usr/lib/python3/dist-packages/numpy/core.py:3)"), name("runtime.asyncPreempt"),
			{Name: "malloc", Kind: collapse.KindThread},
			name("[truncated]"), name("sorted (app.py:12)"), name("objc_msgSend"),
		}},
	}
	for _, tt := range tests {
		for _, f := range tt.frames {
			b := collapse.NewBuilder()
			b.Add(b.Call(collapse.Root, b.Frame(f)), b.Metric(collapse.Metric{Name: "samples"}), 1)
			if got := strings.TrimSuffix(foldedOf(t, category.Group(b.Profile())), " 1\n"); got != tt.want {
				t.Errorf("%q in %q: got %s, want %s", f.Name, f.Module, got, tt.want)
			}
		}
	}
}

// TestCategoryHostileNames: no name breaks the rules, and no weight is lost.
func TestCategoryHostileNames(t *testing.T) {
	b := collapse.NewBuilder()
	m := b.Metric(collapse.Metric{Name: "samples"})
	parts := []string{"", "<", ">", "(", ")", "[", "]", "_", "_[k]", " as ", "_<impl ", "::", ".", "$", "operator", " (x.py:", "lib/python", "0x", "a", "\xff", "mut ", " [clone"}
	n := int64(0)
	for _, x := range parts {
		for _, y := range parts {
			for _, z := range parts {
				b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: x + y + z, Module: y})), m, 1)
				n++
			}
		}
	}
	if got := category.Group(b.Profile()).Total(m); got != n {
		t.Errorf("%d of %d samples are left", got, n)
	}
}

func TestTrimClone(t *testing.T) {
	for name, want := range map[string]string{
		"f": "f", "f.cold": "f", "f.part.0": "f", "f.constprop.0.isra.1": "f", "f.isra.2.cold": "f", "f [clone .part.3]": "f", "f.llvm.123": "f",
		"vfs_read_[k]": "vfs_read", ".cold": ".cold", "a.coldness": "a.coldness", "_[k]": "_[k]", "": "", "main.f": "main.f",
	} {
		if got := category.TrimClone(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// readStacks reads folded stacks. A first frame "@x" is the thread x.
func readStacks(t *testing.T, text string) *collapse.Profile {
	t.Helper()
	b := collapse.NewBuilder()
	m := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	for line := range strings.Lines(text) {
		stack, weight, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		n := collapse.Root
		for name := range strings.SplitSeq(stack, ";") {
			f := collapse.Frame{Name: name}
			if thread, found := strings.CutPrefix(name, "@"); found {
				f = collapse.Frame{Name: thread, Kind: collapse.KindThread}
			}
			n = b.Call(n, b.Frame(f))
		}
		b.Add(n, m, int64(weight[0]-'0'))
	}
	return b.Profile()
}

// foldedOf returns the first column of a profile as folded stacks.
func foldedOf(t *testing.T, p *collapse.Profile) string {
	t.Helper()
	var out strings.Builder
	if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
