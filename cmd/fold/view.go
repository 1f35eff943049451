package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"fold/flame/page"
	"fold/flame/web"
)

const viewExamples = `
   fold view cpu.pb.gz
   perf script | fold view
   fold view --record 10 http://localhost:6060/debug/pprof/profile`

// viewFlags are the flags of view alone.
type viewFlags struct {
	port      int
	noOpen    bool
	record    int // seconds; 0: not said
	title     string
	sourceURL string
}

func (s streams) viewCommand() *cli.Command {
	r, v := &request{}, &viewFlags{}
	return &cli.Command{
		Name:      "view",
		Usage:     "show a profile in the browser",
		ArgsUsage: "[FILE ...]",
		Description: "View serves the report on this machine alone and opens it in the browser. The report follows when a file changes,\n" +
			"and keeps what you chose. Stop it with Ctrl-C.",
		UsageText: viewExamples,
		Flags: append([]cli.Flag{
			setting(aboutPicture, "port", "listen at port `N` of 127.0.0.1; default: any free port", number{&v.port, 0, 65535}),
			toggle(aboutPicture, "no-open", "print the address and do not open a browser", &v.noOpen),
			setting(aboutPicture, "record", "ask the URL for a recording of `N` seconds, again at the press of a button", number{&v.record, 1, 3600}),
			setting(aboutPicture, "title", "write `TEXT` above the report; default: the files", filled{&v.title}),
			setting(aboutPicture, "source-url", "open sources at `URL`, as in https://host/{file}#L{line}", filled{&v.sourceURL}),
		}, r.flags()...),
		Action: func(c *cli.Context) error {
			if r.metric == "all" {
				return usageError("a report shows all metrics: --metric picks the first one")
			}
			if v.record > 0 {
				r.seconds = v.record
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
			defer stop()
			return s.view(ctx, c.Args().Slice(), r, v)
		},
	}
}

// view serves the report of the files until ctx ends.
func (s streams) view(ctx context.Context, files []string, r *request, v *viewFlags) error {
	first, err := s.viewPage(files, r, v)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(v.port)))
	if err != nil {
		return err
	}
	viewer := web.NewViewer(listener.Addr().String())
	viewer.Set(first)
	m := s.messages(r)
	reload := func() error {
		again := *r
		again.quiet, again.learned = true, learned{}
		page, err := s.viewPage(files, &again, v)
		if err == nil {
			viewer.Set(page)
		}
		return err
	}
	if fetches(files) {
		viewer.Again = func(context.Context) error { return reload() }
	}
	server := &http.Server{Handler: viewer, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	fmt.Fprintln(s.stdout, viewer.URL())
	if !v.noOpen && hasBrowser(os.Getenv) {
		if err := openBrowser(viewer.URL()); err != nil {
			m.note("open the address in a browser: %v", err)
		}
	}
	err = watch(ctx, slices.Concat(files, r.fromList), served, func() {
		if err := reload(); err != nil {
			m.note("the report stays as it was: %v", err)
		}
	})
	server.Close()
	return err
}

// viewPage reads the files and returns their report.
func (s streams) viewPage(files []string, r *request, v *viewFlags) ([]byte, error) {
	r.allColumns, r.read.Times = true, true
	l, err := s.load(files, r, "view")
	if err != nil {
		return nil, err
	}
	p := reportable(l.profile, l.metrics[0], s.messages(r))
	if !hasWeights(p, p.Default) {
		return nil, errEmpty(l.name)
	}
	o := reportOptions(p, r, v.title, files)
	if len(p.Metrics) == len(l.whole) {
		o.Whole = l.whole
	}
	o.Flags = r.filter.flags()
	o.SourceURL, o.Live, o.Again = v.sourceURL, true, fetches(files)
	var out bytes.Buffer
	err = page.Write(&out, p, o)
	return out.Bytes(), err
}

// fetches reports whether a file is recorded anew each time it is read.
func fetches(files []string) bool {
	return slices.ContainsFunc(files, isURL)
}

// watchTime is how often the files are looked at.
const watchTime = 500 * time.Millisecond

// watch calls changed when a file is another one than before and was left alone for a moment, until ctx ends or the
// server does.
func watch(ctx context.Context, files []string, served <-chan error, changed func()) error {
	tick := time.NewTicker(watchTime)
	defer tick.Stop()
	shown := stateOf(files) // with those that a folder or a pattern names now
	before := shown
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-served:
			if errors.Is(err, http.ErrServerClosed) {
				return nil
			}
			return err
		case <-tick.C:
		}
		now := stateOf(files)
		if now == before && now != shown {
			shown = now
			changed()
		}
		before = now
	}
}

// stateOf returns what files on disk are now, as a text that differs when they do.
func stateOf(args []string) string {
	var state strings.Builder
	in, err := expand(args)
	if err != nil {
		return err.Error()
	}
	for _, file := range in.names {
		if file == "-" || isURL(file) {
			continue
		}
		if info, err := os.Stat(file); err == nil {
			fmt.Fprintf(&state, "%s\x00%d %d\n", file, info.Size(), info.ModTime().UnixNano())
		} else {
			fmt.Fprintf(&state, "%s\x00missing\n", file)
		}
	}
	return state.String()
}

// hasBrowser reports whether a browser of this machine is where its user is: not over ssh, nor where programs run alone.
func hasBrowser(env func(string) string) bool {
	for _, name := range []string{"SSH_CONNECTION", "SSH_TTY", "CI"} {
		if env(name) != "" {
			return false
		}
	}
	return runtime.GOOS == "darwin" || runtime.GOOS == "windows" || env("DISPLAY") != "" || env("WAYLAND_DISPLAY") != ""
}

// openBrowser opens an address or a file in the user's browser.
func openBrowser(address string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", address).Run()
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", address).Run()
	}
	return exec.Command("xdg-open", address).Run()
}
