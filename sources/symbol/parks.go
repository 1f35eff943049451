package symbol

// Parks reports whether a thread of macOS whose stack ends in a function waits for something to do. Sample and
// spindump record every thread at every tick, so most samples of most reports are such waits. Only system calls that
// wait count, and a function of the program that happens to have the name of one does not.
//
// Not among them, on purpose: read, which may be real input, and __psynch_mutexwait, because waiting for
// a lock is worth seeing.
func Parks(module, name string) bool {
	if module != "libsystem_kernel" && module != "" {
		return false
	}
	switch name {
	case "__psynch_cvwait", "__semwait_signal", "__semwait_signal_nocancel", "__ulock_wait", "__ulock_wait2",
		"__workq_kernreturn", "__workq_open",
		"__select", "__select_nocancel", "select$DARWIN_EXTSN", "poll", "__poll_nocancel",
		"__wait4", "__wait4_nocancel", "__sigsuspend", "__sigwait", "__sigwait_nocancel",
		"kevent", "kevent64", "kevent_qos", "kevent_id",
		"mach_msg_trap", "mach_msg2_trap", "mach_msg_overwrite_trap",
		"semaphore_wait_trap", "semaphore_timedwait_trap":
		return true
	}
	return false
}
