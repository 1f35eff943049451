package category

// The rules of [Group], one table for each language. A name is looked up in all of them, so that
// programs of several languages need no setting; see rule for how words are read.

// nativeRules are functions of C. Underscores in front, "__GI_", "__libc_", "_platform_" and the processor after
// a name do not count: "malloc" is "__libc_malloc", too.
var nativeRules = []rule{
	{Allocator, `malloc free calloc realloc reallocf reallocarray cfree memalign posix_memalign aligned_alloc valloc
		malloc_usable_size malloc_size int_malloc int_free int_realloc int_memalign int_free_merge_chunk
		int_free_create_chunk int_free_maybe_consolidate malloc_consolidate unlink_chunk sysmalloc systrim heap_trim
		tcache_* checked_request2size alloc_perturb free_perturb arena_get2 arena_get_retry malloc_hook_ini malloc_trim mtrim
		malloc_zone_* szone_* tiny_malloc* tiny_free* small_malloc* small_free* nanov2_* nano_malloc* nano_free* free_tiny
		free_small free_medium free_large
		je_* arena_* tcache_bin_* extent_* tc_* tcmalloc::* mi_* mi_heap_* rtree_* g_malloc* g_free* g_slice_*
		xmalloc xrealloc xcalloc xfree`},
	{MemoryCopy, `memcpy memmove memset memcmp mempcpy bcopy bzero bcmp memchr memrchr rawmemchr memmem wmemcpy wmemset
		strlen strnlen strcmp strncmp strcasecmp strncasecmp strcpy strncpy stpcpy strcat strchr strchrnul strrchr
		strstr strspn strcspn strdup memset_pattern* memcpy_* memmove_* memset_* memcmp_* strcmp_* strlen_*`},
	{Hashing, `XXH* MurmurHash* CityHash* FarmHash* siphash* SipHash* Hash_bytes g_hash_table_* g_str_hash
		PyDict_* dict_lookup lookdict* unicode_hash dictresize insertdict find_empty_slot`},
	{Locks, `pthread_mutex_* pthread_cond_* pthread_rwlock_* pthread_spin_* pthread_barrier_* pthread_join pthread_yield
		lll_lock* lll_unlock* lll_timedlock* futex_* sem_wait* sem_post* sem_timedwait* sched_yield nanosleep clock_nanosleep
		usleep sleep psynch_* ulock_* os_unfair_* os_nospin_* dispatch_semaphore_* dispatch_group_wait* semaphore_wait* semaphore_timedwait* semaphore_signal*
		OSSpinLock* semwait_signal* workq_kernreturn mach_msg_trap mach_msg2_trap mach_msg_overwrite_trap mach_msg*
		kevent kevent64 kevent_qos kevent_id epoll_wait* epoll_pwait* ppoll pselect select$DARWIN_EXTSN
		WaitForSingleObject* WaitForMultipleObjects* NtWaitFor* SwitchToThread objc_sync_*
		PyThread_acquire_lock* take_gil drop_gil`},
	{Syscalls, `syscall syscall_cancel pread pread64 pwrite pwrite64 readv writev preadv pwritev fsync fdatasync open64
		openat openat64 fstat fstatat64 fstatat lstat getdents* getdirentries* readdir* opendir* closedir recvmsg sendmsg
		recvfrom sendto accept4 epoll_ctl ioctl fcntl* mmap mmap64 munmap mprotect madvise mremap brk sbrk sendfile*
		ftruncate* unlinkat renameat* IO_file_* IO_new_file_* IO_do_write IO_new_do_write IO_sgetn IO_file_xsgetn
		fread fwrite fflush fgets fputs getline io_uring_* uv_fs_* uv_read uv_write*`},
	{Formatting, `printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf vfprintf_* vasprintf asprintf printf_fp*
		printf_buffer* scanf sscanf fscanf vsscanf vfscanf strtol strtoll strtoul strtoull strtod strtof strtold
		strtol_l strtoul_l strtod_l ____strto* atoi atol atof itoa_word mpn_* dtoa* strftime* iconv* gconv*`},
	{Compression, `deflate deflate_* inflate inflate_* inflate_fast longest_match compress2 uncompress crc32 crc32_* adler32*
		ZSTD_* HUF_* FSE_* LZ4_* LZ4F_* BZ2_* lzma_* lzma2_* snappy::* Brotli* SHA1_* SHA256_* SHA512_* sha1_* sha256_*
		sha512_* MD5_* md5_* AES_* aesni_* aes_* gcm_* EVP_* RSA_* BN_* bn_mul* ecp_* chacha20_* ChaCha20_* poly1305_*
		Poly1305_* SSL_* ssl3_* tls_process* CCCrypt* SecKey* x25519_*`},
	{Regexp, `regexec regcomp re_search* re_match* re_compile* pcre_* pcre2_* onig_* sre_* OnigRegexp*`},
	{caller, `start main.part main.cold clone clone3 start_thread thread_start thread_entry libc_start_main
		libc_start_call_main qsort qsort_r msort_with_tmp* bsearch`},
}

// systemRules are functions of the C library with names that programs give to functions of their own. They
// hold where the profiler names the library, or where the name has underscores in front: "__read".
var systemRules = []rule{
	{Locks, `poll select wait4 waitpid wait sigwait sigsuspend pause`},
	{Syscalls, `read write open close send recv connect accept bind listen stat stat64 access rename unlink lseek lseek64
		readlink mkdir pipe dup dup2 fork vfork execve fstat64 fstat statfs* fstatfs* getattrlist* cerror* exit_group
		getpid getuid times gettimeofday clock_gettime`},
}

// cppRules are functions of C++, Swift and Objective-C.
var cppRules = []rule{
	{Allocator, `operator~new operator~new[] operator~delete operator~delete[] arena_t::* moz_arena_* rml::internal::*
		scalable_malloc scalable_free absl::base_internal::LowLevelAlloc* swift_allocObject swift_slowAlloc swift_slowDealloc
		swift_deallocClassInstance swift_deallocPartialClassInstance objc_alloc* objc_destroyInstance class_createInstance*
		caml_alloc_small* caml_alloc_shr*`},
	{MemoryCopy, `std::char_traits<char>::compare std::char_traits<char>::copy std::char_traits<char>::length`},
	{Hashing, `std::_Hash_bytes std::hash<* std::_Hashtable<* std::unordered_map<* std::unordered_set<* std::__hash_table<*
		std::__detail::_Hash* std::__detail::_Map_base<* std::__detail::_Hashtable* __gnu_cxx::hash* robin_hood::*
		absl::hash_internal::* absl::container_internal::raw_hash_set* absl::flat_hash_map* absl::node_hash_map*
		folly::F14* tsl::* boost::unordered* boost::hash* std::_Fnv_hash* swift::Hasher* CFBasicHash*`},
	{Locks, `std::mutex::* std::condition_variable::* std::unique_lock<* std::lock_guard<* std::this_thread::* std::__shared_mutex*
		std::shared_mutex::* std::thread::join absl::Mutex::* absl::CondVar::* folly::SharedMutex* tbb::* boost::mutex*
		boost::condition_variable*`},
	{Syscalls, `std::basic_filebuf<* std::__basic_file<* std::basic_ifstream<* std::basic_ofstream<* std::filesystem::*
		std::istream::read std::ostream::write std::ostream::flush std::getline<*`},
	{Runtime, `__cxa_throw __cxa_begin_catch __cxa_end_catch _Unwind_* swift_retain* swift_release* objc_retain*
		objc_release* objc_autorelease* lookUpImpOrForward __dynamic_cast dl_* _dl_* do_lookup_x check_match
		caml_major_* caml_minor_* caml_empty_minor_heap* caml_oldify_* mark_slice* sweep_slice* caml_garbage_collection*
		rb_gc_* gc_mark* gc_sweep* gc_collect* deduce_unreachable _PyGC_* PyGC_* GC_mark* GC_malloc*`},
	{Formatting, `std::ostream::* std::istream::* std::basic_ostream<* std::basic_istream<* std::operator<<* std::operator>>*
		std::num_put<* std::num_get<* std::__cxx11::basic_ostringstream* std::__cxx11::basic_stringstream* std::locale::*
		std::__ostream_insert* std::to_chars* std::from_chars* std::__cxx11::to_string std::to_string std::stoi std::stod
		std::__timepunct* std::format* std::vformat* fmt::v* rapidjson::* nlohmann::* simdjson::* google::protobuf::*
		flatbuffers::* YAML::* absl::str_format_internal::* absl::StrFormat* double_conversion::* JSONDecoder* JSONEncoder*
		NSJSONSerialization* _NSJSON*`},
	{Regexp, `std::regex* std::__cxx11::basic_regex* std::__cxx11::regex_* std::__detail::_Executor<* std::__detail::_Compiler<*
		std::__detail::_NFA* std::__detail::_Scanner* std::__detail::_RegexTranslator* boost::re_detail* re2::* NSRegularExpression*`},
	{caller, `objc_msgSend* _objc_msgSend* std::* __gnu_cxx::* boost::function* boost::bind* boost::_bi::* decltype absl::* folly::*`},
}

// rustRules are functions of Rust's own crates and of the ones that most programs use.
var rustRules = []rule{
	{Allocator, `__rust_alloc* __rust_dealloc __rust_realloc __rg_* __rdl_* __rustc* alloc::alloc::* alloc::raw_vec::* std::alloc::*
		jemallocator::* tikv_jemallocator::* mimalloc::* bumpalo::*`},
	{MemoryCopy, `core::slice::memchr::* memchr::* core::intrinsics::copy* core::ptr::copy* alloc::slice::hack::to_vec core::slice::cmp::*
		compiler_builtins::mem::*`},
	{Hashing, `hashbrown::* std::collections::hash::* std::collections::hash_map::* std::hash::* core::hash::* ahash::* fxhash::*
		rustc_hash::* indexmap::* siphasher::* twox_hash::* xxhash_rust::* fnv::* dashmap::*`},
	{Locks, `std::sync::mutex::* std::sync::rwlock::* std::sync::condvar::* std::sync::mpsc::* std::sync::mpmc::* std::sync::poison::*
		std::sys::sync::* std::sys::unix::futex::* std::sys::unix::locks::* std::sys::pal::unix::futex::* std::thread::park* std::thread::sleep
		std::thread::yield_now parking_lot::* parking_lot_core::* crossbeam_channel::* lock_api::* flume::* tokio::sync::*
		tokio::park::* tokio::runtime::park::* rayon_core::sleep::* core::hint::spin_loop`},
	{Syscalls, `std::io::* std::fs::* std::net::* std::sys::unix::fs::* std::sys::unix::fd::* std::sys::unix::net::*
		std::sys::pal::unix::fs::* std::sys::pal::unix::fd::* std::sys::pal::unix::net::* std::sys::fs::* std::sys::fd::* std::sys::net::* mio::*
		rustix::* nix::* tokio::net::* tokio::fs::* tokio::io::* tokio::runtime::io::* socket2::*`},
	{Runtime, `std::panicking::* core::panicking::* std::backtrace::* gimli::* addr2line::*`},
	{Formatting, `core::fmt::* alloc::fmt::* std::fmt::* core::num::flt2dec::* core::num::dec2flt::* core::num::from_str* core::str::traits::FromStr*
		u8>::from_ascii_radix* u16>::from_ascii_radix* u32>::from_ascii_radix* u64>::from_ascii_radix* usize>::from_ascii_radix*
		i32>::from_ascii_radix* i64>::from_ascii_radix* isize>::from_ascii_radix*
		serde::* serde_json::* serde_core::* bincode::* rmp_serde::* rmp::* prost::* itoa::* ryu::* toml::* csv::* csv_core::* ciborium::*
		postcard::* simd_json::* quick_xml::* serde_yaml::* chrono::format::*`},
	{Compression, `flate2::* miniz_oxide::* zstd::* zstd_safe::* lz4::* lz4_flex::* snap::* brotli::* ring::* rustls::* sha2::* sha1::*
		md5::* aes::* aes_gcm::* blake3::* chacha20* curve25519* crc32fast::* openssl::* webpki::*`},
	{Regexp, `regex::* regex_automata::* regex_syntax::* regex_lite::* aho_corasick::* fancy_regex::* onig::*`},
	{caller, `core::* alloc::* std::io::buffered::* std::panicking::try* std::panicking::catch_unwind* rayon::* rayon_core::* tokio::* futures* crossbeam* collections::* rust_begin_unwind u8>::* u16>::* u32>::* u64>::* u128>::* usize>::*
		i8>::* i16>::* i32>::* i64>::* i128>::* isize>::* f32>::* f64>::* char>::* str>::* bool>::*`},
}

// goRules are packages and functions of Go. What no word fits of the runtime works for its caller in the
// runtime, as runtime.spanOf does for the allocator, and is the runtime's where the program calls it.
var goRules = []rule{
	{Allocator, `runtime.mallocgc* runtime.newobject runtime.newarray runtime.makeslice* runtime.growslice* runtime.makemap*
		runtime.makechan* runtime.rawbyteslice runtime.rawstring* runtime.rawruneslice runtime.nextFreeFast* runtime.(*mcache)*
		runtime.(*mcentral)* runtime.(*mheap)* runtime.(*pageAlloc)* runtime.(*pageCache)* runtime.(*fixalloc)* runtime.persistentalloc*
		runtime.heapSetType* runtime.heapBitsSetType* runtime.profilealloc runtime.mProf_Malloc runtime.mallocinit
		runtime.(*mspan).init* runtime.(*mspan).nextFreeIndex runtime.(*mspan).refillAllocCache runtime.(*mspan).writeHeapBits*
		runtime.allocm runtime.malg runtime.deductAssistCredit runtime.publicationBarrier reflect.unsafe_New* reflect.New
		internal/runtime/gc* strings.(*Builder).grow bytes.growSlice bytes.(*Buffer).grow bytes.makeSlice`},
	{MemoryCopy, `runtime.memmove runtime.memclr* runtime.memequal* runtime.typedmemmove* runtime.typedslicecopy* runtime.typedmemclr*
		runtime.slicebytetostring* runtime.stringtoslicebyte* runtime.concatstring* runtime.concatbyte* runtime.cmpstring
		runtime.intstring runtime.bulkBarrier* runtime.strequal runtime.efaceeq runtime.ifaceeq runtime.duffcopy runtime.duffzero
		memeqbody cmpbody indexbytebody indexbody countbody runtime/internal/sys.* internal/bytealg.* bytes.Equal bytes.Compare
		bytes.Index* bytes.Count strings.Index* strings.Compare strings.Count strings.Clone bytes.Clone`},
	{Hashing, `runtime.mapaccess* runtime.mapassign* runtime.mapdelete* runtime.mapiter* runtime.mapclear* runtime.mapIter*
		internal/runtime/maps.* runtime.memhash* runtime.strhash* runtime.aeshash* aeshashbody runtime.nilinterhash runtime.interhash
		runtime.typehash runtime.evacuate* runtime.growWork* runtime.hashGrow runtime.(*hmap)* runtime.(*bmap)* runtime.bucketEvacuated
		runtime.tophash hash/* hash.* hash/maphash.* github.com/cespare/xxhash* github.com/OneOfOne/xxhash* github.com/spaolacci/murmur3*
		github.com/dchest/siphash* github.com/zeebo/xxh3*`},
	{Locks, `runtime.gopark* runtime.goparkunlock runtime.goready runtime.ready runtime.park_m runtime.schedule runtime.findRunnable
		runtime.findrunnable runtime.stealWork runtime.runqsteal runtime.runqgrab runtime.stopm runtime.mPark runtime.startm runtime.wakep
		runtime.resetspinning runtime.lock runtime.lock2 runtime.unlock runtime.unlock2 runtime.lockWithRank* runtime.unlockWithRank
		runtime.futex* runtime.futexsleep runtime.futexwakeup runtime.usleep* runtime.nanosleep* runtime.procyield* runtime.osyield*
		runtime.note* runtime.sema* runtime.sigNoteSleep runtime.netpoll* runtime.epollwait* runtime.kevent* runtime.pthread_cond_*
		runtime.pthread_mutex_* runtime.mutex* runtime.(*mLockProfile)* runtime.chan* runtime.selectgo* runtime.selectnb* runtime.send
		runtime.recv runtime.sendDirect runtime.recvDirect runtime.(*waitq)* runtime.timeSleep time.Sleep runtime.handoffp
		runtime.stoplockedm runtime.startlockedm runtime.acquireSudog runtime.releaseSudog runtime.readyWithTime
		runtime.sellock runtime.selunlock internal/runtime/syscall.EpollWait internal/runtime/syscall/linux.EpollWait
		sync.(*Mutex)* sync.(*RWMutex)* sync.(*WaitGroup)* sync.(*Cond)* sync.(*rlocker)* sync.runtime_Sem* sync.runtime_notify* sync.runtime_doSpin sync.runtime_canSpin internal/sync.*`},
	{Syscalls, `syscall.* internal/poll.* internal/syscall* internal/runtime/syscall* runtime/internal/syscall* os.* os/* net.* net/netip.*
		runtime.write1 runtime.write runtime.read runtime.open runtime.closefd runtime.madvise runtime.mmap runtime.munmap runtime.sysMmap
		runtime.sysUsed* runtime.sysUnused* runtime.sysMap* runtime.sysAlloc* runtime.sysFree* runtime.sysHugePage* runtime.sysReserve*
		runtime.entersyscall* runtime.exitsyscall* runtime.reentersyscall runtime.libcCall runtime/internal/atomic.Syscall
		golang.org/x/sys/unix.*`},
	{Runtime, `runtime.gc* runtime.(*gc* runtime.scan* runtime.grey* runtime.mark* runtime.(*markBits)* runtime.bgsweep runtime.bgscavenge*
		runtime.sweep* runtime.(*sweep* runtime.(*activeSweep)* runtime.wbBuf* runtime.(*wbBuf)* runtime.tryDefer* runtime.(*spanQueue)*
		runtime.newstack runtime.copystack runtime.morestack* runtime.adjust* runtime.stack* runtime.(*unwinder)* runtime.pcvalue
		runtime.findfunc runtime.step runtime.funcspdelta runtime.gentraceback runtime.sysmon runtime.suspendG runtime.preempt*
		runtime.retake runtime.stopTheWorld* runtime.startTheWorld* runtime.sigprof runtime.sighandler runtime.sigtramp*
		runtime.tgkill runtime.runfinq runtime.runCleanups gcWriteBarrier runtime/pprof.* runtime/trace.*`},
	{helper, `runtime.* internal/abi.* internal/runtime/* gosave_systemstack_switch gogo`},
	{Formatting, `fmt.* strconv.* internal/strconv.* encoding.* encoding/* text/* html/* html.* log.* log/* mime* go/printer.* go/scanner.* go/format.*
		time.Time.Format time.Time.AppendFormat time.Time.append* time.Parse* time.parse* google.golang.org/protobuf/*
		github.com/golang/protobuf/* github.com/gogo/protobuf/* github.com/json-iterator/go* github.com/goccy/go-json* github.com/goccy/go-yaml*
		github.com/bytedance/sonic* github.com/mailru/easyjson* github.com/vmihailenco/msgpack* github.com/tinylib/msgp* gopkg.in/yaml*
		go.yaml.in/* sigs.k8s.io/yaml* github.com/ugorji/go* github.com/pelletier/go-toml* github.com/BurntSushi/toml* github.com/valyala/fastjson*
		go.uber.org/zap* github.com/rs/zerolog* github.com/sirupsen/logrus*`},
	{Compression, `compress/* crypto.* crypto/* archive/* vendor/golang.org/x/crypto/* golang.org/x/crypto/* hash/crc32.* hash/adler32.*
		github.com/klauspost/compress/* github.com/klauspost/pgzip* github.com/golang/snappy* github.com/pierrec/lz4* github.com/DataDog/zstd*
		github.com/andybalholm/brotli* github.com/ulikunitz/xz* github.com/minio/sha256-simd* github.com/zeebo/blake3*`},
	{Regexp, `regexp.* regexp/* github.com/dlclark/regexp2* github.com/coregx/* github.com/wasilibs/go-re2*`},
	{caller, `runtime.goexit* runtime.main runtime.main.* runtime.doInit* runtime.mcall runtime.systemstack* runtime.mstart* runtime.asyncPreempt*
		runtime.cgocall* runtime.rt0_go* sync.(*WaitGroup).Go* sync.(*Once)* sync.(*Pool)* sync.(*Map)* runtime.procPin runtime.procUnpin runtime.deferreturn runtime.call* runtime.cgocallback* runtime._cgo* _rt0_* racecall
		bufio.* bytes.* cmp.* container/* context.* database/* embed.* errors.* expvar.* flag.* image.* image/* index/* internal/*
		io.* io/* iter.* maps.* math.* math/* net/* path.* path/* plugin.* reflect.* slices.* sort.* strings.* structs.* sync.* sync/*
		testing.* testing/* time.* unicode.* unicode/* unique.* unsafe.* weak.* go/* debug/* internal/reflectlite.*
		golang.org/x/sync/* golang.org/x/net/* golang.org/x/text/* gosched_m`},
}

// jvmRules are classes of Java, with slashes or dots, and functions of the virtual machine.
var jvmRules = []rule{
	{Allocator, `OptoRuntime::new_* InstanceKlass::allocate_* TypeArrayKlass::* ObjArrayKlass::* CollectedHeap::allocate* CollectedHeap::obj_allocate CollectedHeap::array_allocate MemAllocator::*
		SharedRuntime::new_* os::malloc* os::free*`},
	{MemoryCopy, `jbyte_arraycopy jbyte_disjoint_arraycopy jint_arraycopy jint_disjoint_arraycopy jlong_arraycopy jlong_disjoint_arraycopy
		jshort_arraycopy jshort_disjoint_arraycopy oop_arraycopy oop_disjoint_arraycopy checkcast_arraycopy unsafe_arraycopy
		arrayof_* java/util/Arrays.copyOf* java/util/Arrays.equals* java/util/Arrays.fill* java/util/Arrays:.copyOf*`},
	{Hashing, `java/util/HashMap* java/util/LinkedHashMap* java/util/HashSet* java/util/Hashtable* java/util/IdentityHashMap*
		java/util/WeakHashMap* java/util/concurrent/ConcurrentHashMap* java/lang/String.hashCode java/lang/String:.hashCode
		java/lang/StringLatin1.hashCode`},
	{Locks, `java/util/concurrent/locks/* java/util/concurrent/Semaphore* java/lang/Object.wait* java/lang/Thread.sleep* java/lang/Thread.yield*
		jdk/internal/misc/Unsafe.park sun/misc/Unsafe.park java/util/concurrent/LinkedBlockingQueue* java/util/concurrent/ArrayBlockingQueue* java/util/concurrent/SynchronousQueue* ObjectMonitor::*
		ObjectSynchronizer::* Unsafe_Park Parker::* PlatformMonitor::* SpinPause`},
	{Syscalls, `java/io/File* java/io/RandomAccessFile* java/net/* sun/nio/* java/nio/channels/* sun/net/* java/nio/file/* 
		Java_java_io_* Java_java_net_* Java_sun_nio_*`},
	{Runtime, `GCTaskThread* G1ParScan* G1Collect* G1RemSet* G1Concurrent* G1BarrierSet* G1CM* G1Young* G1Full* PSPromotionManager* PSParallel* PSScavenge* ParallelTaskTerminator* TaskTerminator* StealTask* OldToYoungRootsTask*
		ScavengeRootsTask* ParCompactionManager* CMS* ConcurrentMark* Shenandoah* ZMark* ZRelocate* ZDriver* ZBarrier* WorkGang* GangWorker*
		CompileBroker* C2Compiler* Compile::Compile Compile::Code_Gen Compile::Optimize PhaseIdealLoop* PhaseChaitin* PhaseCFG* PhaseIterGVN* LinearScan* VMThread* SafepointSynchronize*
		InterpreterRuntime* SystemDictionary* ClassFileParser* vtable~chunks itable~chunks oopDesc* InstanceKlass*
		LinkResolver* SymbolTable* java/lang/ClassLoader* java/lang/invoke/* jdk/internal/loader/*`},
	{Formatting, `java/lang/StringBuilder* java/lang/AbstractStringBuilder* java/lang/StringBuffer* java/util/Formatter* java/text/*
		java/lang/Integer.parse* java/lang/Integer.toString* java/lang/Long.parse* java/lang/Long.toString* java/lang/Double.parse*
		java/lang/Double.toString* jdk/internal/math/* java/lang/StringConcatHelper* java/nio/charset/* sun/nio/cs/* java/io/Object*
		com/fasterxml/jackson/* com/google/gson/* com/google/protobuf/* javax/xml/* org/xml/* org/json/* com/alibaba/fastjson*
		org/slf4j/* ch/qos/logback/* org/apache/logging/* org/apache/log4j/*`},
	{Compression, `java/util/zip/* javax/crypto/* java/security/* sun/security/* com/sun/crypto/* java/util/Base64* com/github/luben/zstd/*
		net/jpountz/* org/xerial/snappy/* org/bouncycastle/*`},
	{Regexp, `java/util/regex/* com/google/re2j/*`},
	{caller, `java/* javax/* sun/* jdk/* call_stub JavaMain JavaCalls::* JavaThread::* thread_native_entry Interpreter
		java_start scala/* kotlin/*`},
}

// scriptRules are what V8, Ruby and Node.js call the work of their machines.
var scriptRules = []rule{
	{Hashing, `Builtin:FindOrderedHash* Builtins_FindOrderedHash* Builtins_Map* Builtins_Set* v8::internal::OrderedHash* v8::internal::HashTable*`},
	{Locks, `(idle)`},
	{Syscalls, `node::fs::* Builtin:HandleApiCall~fs uv__read* uv__write* uv__fs_*`},
	{Runtime, `(garbage* Garbage~Collection (program) v8::internal::Heap::* v8::internal::MarkCompact* v8::internal::Scavenge* v8::internal::Minor*
		v8::internal::Concurrent* v8::internal::Sweeper* v8::internal::compiler::* v8::internal::maglev::* v8::internal::Compiler::*
		v8::internal::Parse* v8::internal::IC::* v8::internal::LoadIC* v8::internal::StoreIC* v8::internal::KeyedLoadIC*`},
	{Formatting, `v8::internal::Json* Builtins_Json* Builtin:Json* JSON.parse JSON.stringify v8::internal::NumberToString*`},
	{Regexp, `RegExp:* v8::internal::RegExp* v8::internal::Regexp* Builtins_RegExp* Builtin:RegExp* v8::internal::NativeRegExp*
		v8::internal::IrregexpInterpreter*`},
	{caller, `(root) (anonymous) Builtins_* Builtin:* Stub:* v8::* node::* uv_* uv__* internal/modules/* node:internal/*`},
}

// pythonRules are files of Python's standard library.
var pythonRules = []rule{
	{Hashing, `hashlib.py*`},
	{Locks, `threading.py* queue.py* selectors.py* asyncio/locks.py* asyncio/base_events.py* multiprocessing/* concurrent/* subprocess.py*`},
	{Syscalls, `socket.py* socketserver.py* shutil.py* os.py* pathlib* tempfile.py* asyncio/selector_events.py* http/client.py*`},
	{Runtime, `importlib/* gc.py*`},
	{Formatting, `json/* pickle.py* csv.py* xml/* string.py* logging/* _strptime.py* email/* base64.py* configparser.py* tomllib/* ast.py* tokenize.py*`},
	{Compression, `gzip.py* zipfile* lzma.py* bz2.py* zlib* tarfile.py* ssl.py* secrets.py* hmac.py*`},
	{Regexp, `re.py* re/* sre_*`},
}

// kernelRules are functions of Linux. What no word fits is the work of a system call: so are the scheduler and
// wake-ups, which work for futexes as well as for sockets.
var kernelRules = []rule{
	{PageFaults, `page_fault do_page_fault __do_page_fault exc_page_fault asm_exc_page_fault do_user_addr_fault handle_mm_fault
		__handle_mm_fault do_anonymous_page do_fault do_wp_page do_translation_fault do_mem_abort el0_da el0_ia do_huge_pmd_*
		clear_page* clear_huge_page clear_subpage __alloc_pages_fault do_numa_page task_numa_fault trap_pf`},
	{Locks, `futex_* do_futex sys_futex SyS_futex __x64_sys_futex __se_sys_futex __arm64_sys_futex native_queued_spin_lock_slowpath
		queued_spin_lock_slowpath __pv_queued_spin_lock_slowpath osq_lock mutex_spin_on_owner __mutex_lock* rwsem_* down_read
		down_write rwsem_down_* do_nanosleep hrtimer_nanosleep sys_nanosleep __x64_sys_nanosleep
		__x64_sys_sched_yield sys_sched_yield do_sched_yield
		cpu_idle* do_idle cpu_startup_entry default_idle* cpuidle_* intel_idle* native_safe_halt arch_cpu_idle acpi_idle* acpi_processor_ffh*
		mwait_idle* poll_idle rest_init start_secondary cpu_bringup_and_idle secondary_startup_64* x86_64_start_kernel
		xen_hypercall_sched_op pv_native_safe_halt`},
	{Compression, `crypto_* aesni_* sha256_* chacha_* poly1305_* deflate* zstd_* lz4_* lzo* gcmaes_*`},
}

// gateRules are the functions by which the kernel is entered, for profiles that do not say what is the kernel's.
var gateRules = []rule{
	{Syscalls, `entry_SYSCALL_64* entry_SYSENTER* do_syscall_64 x64_sys_call system_call system_call_fastpath system_call_after_swapgs
		syscall_return* sysret_* int_ret_from_sys_call __x64_sys_* __se_sys_* __do_sys_* __arm64_sys_* SyS_* el0_svc* el0_sync* el0t_64_sync* el0_da
		page_fault do_page_fault __do_page_fault exc_page_fault asm_exc_page_fault asm_sysvec_* sysvec_* asm_common_interrupt
		common_interrupt apic_timer_interrupt smp_apic_timer_interrupt reschedule_interrupt call_function_single_interrupt
		xen_hvm_callback_vector xen_do_hypervisor_callback do_softirq __do_softirq irq_exit ret_from_fork* ret_from_intr retint_*
		cpu_startup_entry start_secondary secondary_startup_64* x86_64_start_kernel cpu_bringup_and_idle kthread`},
}

// moduleRules are libraries. A word that is caller is a system library, whose other functions work for the
// program.
var moduleRules = []rule{
	{Allocator, `libjemalloc* libtcmalloc* libmimalloc* libsystem_malloc*`},
	{Compression, `libz.* libzstd* liblz4* liblzma* libbz2* libbrotli* libcrypto* libssl* libgnutls* libcompression* libcorecrypto*
		libboringssl* libsnappy* libdeflate* Security`},
	{Regexp, `libpcre* libonig* libre2*`},
	{Runtime, `libjvm.* ld-linux* ld-2* ld.so* ld-musl* dyld* libobjc* libswiftCore*`},
	{caller, `libc.* libc-* libpthread* libm.* libm-* libstdc++* libc++* libgcc_s* librt* libdl* libsystem_* libdispatch* libnode*
		libjli* libjava.* libnio.* libnet.* ntdll* kernel32* KERNELBASE* ucrtbase* msvcrt* vcruntime* CoreFoundation Foundation libSystem*`},
}
