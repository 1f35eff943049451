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

// isStdout says whether the name of an output file stands for standard output.
func isStdout(file string) bool { return file == "" || file == "-" || file == "/dev/stdout" }

// isPlain says whether a file can be replaced by another one: it is a regular file or does not exist.
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

// replaceFile writes to a temporary file beside file and renames it when all is written, so that file is
// never half written. A symbolic link stays and its target is replaced.
func replaceFile(file string, exit func(status int), render func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	f, err := createBeside(file)
	if err != nil {
		return err
	}
	defer removeWhenInterrupted(f.Name(), exit)()
	err = render(f)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// createBeside creates a temporary file in the folder of file. Os.CreateTemp would not give it the
// permissions of a new file.
func createBeside(file string) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+"."+rand.Text()[:8]+".tmp")
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
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
