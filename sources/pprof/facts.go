package pprof

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"fold/sources/input"
)

// facts reports what a profile says about the recording besides its samples.
func facts(c *input.Chunk, p *profile) {
	for _, comment := range p.comments {
		key, value, found := strings.Cut(comment, ":")
		if name := commentFacts[strings.ToLower(strings.TrimSpace(key))]; found && name != "" {
			c.Fact(name, pprofText(value))
		}
	}
	c.Fact(input.GoVersion, goVersion(p))
	if p.sampled.name == "space" && p.period > 1 {
		c.Fact(input.Rate, input.EachSample(fmt.Sprintf("%d %s", p.period, pprofText(p.sampled.unit))))
	}
}

// commentFacts are comments that name a fact: "host: build-7".
var commentFacts = map[string]string{
	"host": input.Host, "hostname": input.Host, "os": input.System, "cpu": input.Processor, "command": input.Command, "cmdline": input.Command,
	"go version": input.GoVersion, "goversion": input.GoVersion,
}

// A toolchain's folder names its version, where paths were not trimmed:
//
//	/root/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.26.1.linux-amd64/src/runtime/proc.go
//	/home/ann/sdk/go1.24.2/src/runtime/proc.go
var goFolder = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[/\\]|toolchain@v0\.0\.1-)go/?(1\.[0-9]+(?:\.[0-9]+|rc[0-9]+|beta[0-9]+)*)(?:\.[a-z0-9]+-[a-z0-9]+)?[/\\](?:libexec[/\\])?src[/\\]runtime[/\\]`)
})

// goVersion returns the version of Go that built the program, as far as the files of its runtime tell; else "".
func goVersion(p *profile) string {
	for _, f := range p.functions {
		if !strings.HasPrefix(p.text(f.name), "runtime.") {
			continue
		}
		if m := goFolder().FindStringSubmatch(p.text(f.file)); m != nil {
			return "go" + m[1]
		}
		return "" // all files of one program have the same folder
	}
	return ""
}
