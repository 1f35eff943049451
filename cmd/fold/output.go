package main

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

// stickyWriter remembers the first error, because not all who write look at theirs, and writes nothing
// after it.
type stickyWriter struct {
	w   io.Writer
	err error
}

func (s *stickyWriter) Write(data []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(data)
	if err != nil {
		s.err = inFile("stdout", err)
	}
	return n, s.err
}

// write lets render write to a file, or to standard output if file is empty.
func (s streams) write(file string, render func(io.Writer) error) error {
	if isStdout(file) {
		return render(s.stdout)
	}
	var err error
	if isPlain(file) {
		err = replaceFile(file, s.self.exit, render)
	} else {
		err = writeDirectly(file, render)
	}
	if err != nil {
		return inFile(file, err)
	}
	return nil
}

// isStdout reports whether the name of an output file stands for standard output.
func isStdout(file string) bool { return file == "" || file == "-" || file == "/dev/stdout" }

// isPlain reports whether a file can be replaced by another one: it is a regular file or does not exist.
func isPlain(file string) bool {
	if strings.HasPrefix(file, "/dev/") || strings.HasPrefix(file, "/proc/") {
		return false
	}
	info, err := os.Stat(file)
	return err != nil || info.Mode().IsRegular()
}

// writeDirectly writes to a device or a named pipe.
func writeDirectly(file string, render func(io.Writer) error) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	return errors.Join(render(f), f.Close())
}

// replaceFile writes to a temporary file and, when all is written, puts that in the place of file, which is never half
// written so. A symbolic link stays, and what it points to is written. A file that is there keeps its mode and owner.
func replaceFile(file string, exit func(status int), render func(io.Writer) error) error {
	target, err := linkTarget(file)
	if err != nil {
		return err
	}
	old, err := os.Stat(target)
	if err != nil {
		old = nil
	}
	draft, err := newDraft(target, old)
	if err != nil {
		return err
	}
	defer removeWhenInterrupted(draft.f.Name(), exit)()
	err = render(draft.f)
	if closeErr := draft.f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = draft.moveTo(target, old)
	}
	if err != nil || !draft.beside {
		os.Remove(draft.f.Name())
	}
	return err
}

// mostLinks is how many symbolic links may point to each other, as on Linux.
const mostLinks = 40

// linkTarget returns the file that symbolic links lead to, be it there or not.
func linkTarget(file string) (string, error) {
	for range mostLinks {
		next, err := os.Readlink(file)
		if err != nil {
			return file, nil // no link
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(file), next)
		}
		file = next
	}
	return "", errors.New("too many symbolic links")
}

// draft is a temporary file that holds what is to become the output.
type draft struct {
	f      *os.File
	beside bool // it is in the folder of the output, so that a rename is enough
}

// newDraft creates a draft beside target, or elsewhere where that folder may not be written to and target, which is
// old, may.
func newDraft(target string, old fs.FileInfo) (draft, error) {
	mode := fs.FileMode(0o644)
	if old != nil {
		mode = 0o600 // until it is known that nobody else may see it
	}
	f, err := createBeside(target, mode)
	if err == nil {
		return draft{f, true}, nil
	}
	if old == nil || !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
		return draft{}, err
	}
	inPlace, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return draft{}, err // say so before all the work
	}
	inPlace.Close()
	f, err = os.CreateTemp("", "fold-*")
	return draft{f, false}, err
}

// createBeside creates a temporary file in the folder of file. Os.CreateTemp would not give it the permissions of a new
// file. Its name is short: that of file may be as long as names can be.
func createBeside(file string, mode fs.FileMode) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(file), ".fold-"+rand.Text()[:8]+".tmp")
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// moveTo puts the draft in the place of target, which was old.
func (d *draft) moveTo(target string, old fs.FileInfo) error {
	if old != nil && d.beside {
		d.beside = keepOwner(d.f.Name(), old) && os.Chmod(d.f.Name(), old.Mode().Perm()) == nil
	}
	if d.beside {
		return os.Rename(d.f.Name(), target)
	}
	return copyInto(target, d.f.Name())
}

// copyInto writes a file over another one, which stays the file it is.
func copyInto(target, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(target, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// removeWhenInterrupted removes a file and ends the program when it is told to end. It returns a function
// that undoes this.
func removeWhenInterrupted(file string, exit func(status int)) (stop func()) {
	signals := make(chan os.Signal, 1)
	notifyEnds(signals)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if sig, interrupted := <-signals; interrupted {
			os.Remove(file)
			exit(exitStatusOf(sig))
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
		<-ended
	}
}

// notifyEnds lets signals receive those that tell a program to end.
func notifyEnds(signals chan<- os.Signal) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sig) { // as under nohup
			signal.Notify(signals, sig)
		}
	}
}

// exitStatusOf returns what a shell reports for a program that a signal ended.
func exitStatusOf(sig os.Signal) int {
	if number, ok := sig.(syscall.Signal); ok {
		return 128 + int(number)
	}
	return statusFailed
}
