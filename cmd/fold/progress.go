package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"fold/flame/text"
	"fold/sources/input"
)

// An input that is larger or takes longer than this has its progress shown.
const (
	progressSize = 8 << 20
	progressTime = time.Second
)

// progress is a reader that shows on a terminal how much of an input was read, once that takes long.
type progress struct {
	in      io.Reader
	w       io.Writer
	name    string
	size    int64 // -1: not known
	read    int64
	started time.Time
	bar     *progressbar.ProgressBar // nil: not shown yet
}

func newProgress(in io.Reader, w io.Writer, name string, size int64) *progress {
	return &progress{in: in, w: w, name: name, size: size, started: time.Now()}
}

func (p *progress) Read(data []byte) (int, error) {
	n, err := p.in.Read(data)
	p.count(n)
	return n, err
}

func (p *progress) count(n int) {
	p.read += int64(n)
	switch {
	case p.bar != nil:
		p.bar.Add(n)
	case p.size > progressSize || time.Since(p.started) > progressTime:
		p.show()
	}
}

// reader returns the input with its progress shown. One that can be read at any place stays one.
func (p *progress) reader() io.Reader {
	if whole, ok := p.in.(input.Indexed); ok {
		return indexedProgress{p, whole}
	}
	return p
}

// indexedProgress is an input that can be read at any place. Its progress is that of the first pass over it.
type indexedProgress struct {
	*progress
	whole input.Indexed
}

func (p indexedProgress) Size() int64 { return p.whole.Size() }

func (p indexedProgress) ReadAt(data []byte, at int64) (int, error) {
	n, err := p.whole.ReadAt(data, at)
	if end := at + int64(n); end > p.read {
		p.count(int(end - p.read))
	}
	return n, err
}

func (p *progress) show() {
	p.bar = newBar(p.size, p.w, p.name, progressbar.OptionShowBytes(true), progressbar.OptionShowTotalBytes(true))
	p.bar.Add64(p.read)
}

// newBar returns a bar for so many things.
func newBar(size int64, w io.Writer, name string, more ...progressbar.Option) *progressbar.ProgressBar {
	return progressbar.NewOptions64(size, append(more,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription("fold: "+text.Visible(name)),
		progressbar.OptionShowCount(),
		progressbar.OptionSetRenderBlankState(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetSpinnerChangeInterval(0), // else it draws from a goroutine that nobody waits for
		progressbar.OptionClearOnFinish(),
	)...)
}

// clear takes the bar off the screen.
func (p *progress) clear() {
	if p.bar != nil {
		p.bar.Clear()
	}
}

// fileProgress shows on a terminal how many of many files were read, once that takes long.
type fileProgress struct {
	w       io.Writer // nil: nothing is shown
	of      int
	read    int
	started time.Time
	bar     *progressbar.ProgressBar // nil: not shown yet
}

// count notes that one more file was read.
func (p *fileProgress) count() {
	p.read++
	switch {
	case p.w == nil:
	case p.bar != nil:
		p.bar.Add(1)
	case p.read == 1:
		p.started = time.Now()
	case time.Since(p.started) > progressTime:
		p.bar = newBar(int64(p.of), p.w, "files")
		p.bar.Add(p.read)
	}
}

// clear takes the bar off the screen.
func (p *fileProgress) clear() {
	if p.bar != nil {
		p.bar.Clear()
	}
}

// shows reports whether progress is shown.
func (s streams) shows(r *request) bool { return !r.quiet && isTerminal(s.stderr) }

// isTerminal reports whether a stream of the program is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
