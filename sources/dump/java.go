package dump

import (
	"bytes"
	"strings"

	"fold/collapse"
)

// JavaFrame reads what a thread dump writes about a Java frame; lines adds the line to its name.
//
//	shop.Kiosk.left(Kiosk.java:18)
//	java.base@17.0.15/java.lang.Thread.run(java.base@17.0.15/Thread.java:840)
//	shop.Till$$Lambda$14/0x00007f0544008da8.run(Unknown Source)
//
// The loader and the module go, and the address of a hidden class: it differs from run to run.
func JavaFrame(text string, lines bool) collapse.Frame {
	place := ""
	if open := strings.LastIndexByte(text, '('); open >= 0 { // a method's name may hold parentheses in Kotlin
		text, place = text[:open], strings.TrimSuffix(text[open+1:], ")")
	}
	f := collapse.Frame{Name: JavaName(text)}
	place = place[strings.LastIndexByte(place, '/')+1:]
	file, number, hasLine := strings.Cut(place, ":")
	if file != "Native Method" && file != "Unknown Source" && file != "" && strings.IndexByte(file, '.') > 0 {
		f.File = file
	}
	if lines && hasLine {
		SetLine(&f, number)
	}
	return f
}

// JavaName returns class and method of a frame without loader, module and the address of a hidden class.
func JavaName(name string) string {
	for {
		slash := strings.IndexByte(name, '/')
		if slash < 0 || slash+1 < len(name) && isDigit(name[slash+1]) {
			break
		}
		name = name[slash+1:]
	}
	return trimHidden(name)
}

// trimHidden takes the address out of the name of a hidden class: "C$$Lambda$14/0x7f05.run",
// "C$$Lambda$15/1324119927.apply", "C$$Lambda$9.0x0800.run" and "C$$Lambda+0x0800.run".
func trimHidden(name string) string {
	from := strings.IndexByte(name, '/')
	if from < 0 {
		if from = strings.Index(name, ".0x"); from < 0 {
			if from = strings.Index(name, "+0x"); from < 0 {
				return name
			}
		}
	}
	end := from + 1
	for end < len(name) && name[end] != '.' {
		end++
	}
	return name[:from] + name[end:]
}

// nativeWaits are the ends of names of methods that wait in the kernel.
var nativeWaits = []string{
	".epollWait", "EPoll.wait", "KQueue.poll", ".accept", ".accept0", ".socketAccept", ".socketRead0",
	"Net.poll", ".poll0", "SocketDispatcher.read0", ".waitForReferencePendingList", ".waitForProcessExit",
	".waitForProcessExit0",
}

// JavaState returns the state that a word of a dump stands for. A thread that the JVM calls RUNNABLE may
// wait in the kernel: leaf, its last frame, tells.
func JavaState(word, leaf string) State {
	switch word {
	case "":
		return Unknown
	case "BLOCKED":
		return Blocked
	case "MOUNTED":
		return Running
	case "RUNNABLE":
		leaf, _, _ = strings.Cut(leaf, ":") // with --lines, the line stands there
		for _, wait := range nativeWaits {
			if strings.HasSuffix(leaf, wait) {
				return Waiting
			}
		}
		return Running
	}
	return Waiting
}

// javaThread returns the frame of a pool's name, at the root of the stacks of its threads.
func javaThread(pool []byte, virtual bool) []collapse.Frame {
	text := string(pool)
	switch {
	case text == "" && virtual:
		text = "virtual thread"
	case text == "":
		text = "(unnamed)"
	}
	return []collapse.Frame{{Name: text, Kind: collapse.KindThread}}
}

// poolName takes the number "-N" or "#N" off the end of a thread's name, and blanks. Pools are named for their purpose, so
// the number of a member goes: "pool-1-thread-2" is "pool-1-thread".
func poolName(name []byte) []byte {
	bare := bytes.TrimRight(name, "0123456789")
	if n := len(bare); n < len(name) && n > 0 && (bare[n-1] == '-' || bare[n-1] == '#') {
		name = bare[:n-1]
	}
	return bytes.TrimSpace(name)
}

// PushJava adds a frame with the text of [JavaFrame], and returns its name, with the line if lines are asked for.
func (t *Threads) PushJava(text []byte) (name string) {
	t.Push(javaKey(text, t.in.Options.Lines), func(text []byte) []collapse.Frame {
		return []collapse.Frame{JavaFrame(string(text), t.in.Options.Lines)}
	})
	return t.b.Known(t.b.SymbolFrames(t.Stack[len(t.Stack)-1])[0]).Name
}

// PushJavaThread adds the name of the thread, or of its pool, to a stack that has frames, as its root.
func (t *Threads) PushJavaThread(name []byte, virtual bool) {
	if len(t.Stack) == 0 {
		return
	}
	kind := byte('t')
	if virtual {
		kind = 'v'
	}
	t.key = append(append(t.key[:0], 0, kind), poolName(name)...) // no frame's text begins so
	t.Push(t.key, func(key []byte) []collapse.Frame { return javaThread(key[2:], key[1] == 'v') })
}

// javaKey returns what a frame's text is interned by: without its line, unless lines are asked for, so that
// the string work of a method is done once.
func javaKey(text []byte, lines bool) []byte {
	if lines {
		return text
	}
	if colon := bytes.LastIndexByte(text, ':'); colon > bytes.LastIndexByte(text, '(') {
		return text[:colon]
	}
	return text
}
