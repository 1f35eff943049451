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
	p.bar = progressbar.NewOptions64(p.size,
		progressbar.OptionSetWriter(p.w),
		progressbar.OptionSetDescription("fold: "+text.Visible(p.name)),
		progressbar.OptionShowBytes(true),
		progressbar.OptionShowCount(),
		progressbar.OptionShowTotalBytes(true),
		progressbar.OptionSetRenderBlankState(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetSpinnerChangeInterval(0), // else it draws from a goroutine that nobody waits for
		progressbar.OptionClearOnFinish(),
	)
	p.bar.Add64(p.read)
}

// clear takes the bar off the screen.
func (p *progress) clear() {
	if p.bar != nil {
		p.bar.Clear()
	}
}

// isTerminal reports whether a stream of the program is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
