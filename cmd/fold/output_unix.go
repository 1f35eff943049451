//go:build unix

package main

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and group of another one, if it has not got them, and reports whether it has.
func keepOwner(file string, like fs.FileInfo) bool {
	want, known := like.Sys().(*syscall.Stat_t)
	info, err := os.Stat(file)
	if err != nil || !known {
		return false
	}
	have, known := info.Sys().(*syscall.Stat_t)
	if known && have.Uid == want.Uid && have.Gid == want.Gid {
		return true
	}
	return os.Chown(file, int(want.Uid), int(want.Gid)) == nil
}
