package sources_test

import (
	"strings"
	"testing"

	"fold/sources"
)

// TestRefusalsOfScripts checks that what fold knows and cannot read is refused with what to do instead.
func TestRefusalsOfScripts(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{"v8-version,11,3,244,8,-node.38,0\nv8-platform,linux,linux\ntick,0x7f00,1234,0,0x0,6\n", "node --cpu-prof"},
		{`{"code":[],"functions":[],"ticks":[]}`, "node --cpu-prof"},
		{`{"snapshot":{"meta":{"node_fields":["type"]},"node_count":0},"nodes":[],"edges":[],"strings":[]}`, "node --heap-prof"},
		{"{\xa9\x03\xfa\x01~\x00\x00\x00\x00\xfa\x04main)\x05\x01\x00\x00\x00", "py-spy"},
		{"\x04\b{\n:\fversionf\b1.2", "stackprof --json"},
		{`{"alloc_samples":0,"elapsed_time_sec":1.5,"files":{"a.py":{"lines":[]}},"growth_rate":0.0}`, "py-spy"},
		{"rbspy02\n{}", "rbspy report"},
		{"\xdc\xdfJSLB\x01\x00\x00\x00\x00\x00", "save the profile as JSON"},
		{`{"string_table":["a"],"data":[]}`, "--syms"},
	} {
		p, _, err := sources.Read(strings.NewReader(tt.input), sources.Options{})
		if p != nil || err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %q in it", tt.input, err, tt.want)
		}
	}
}
