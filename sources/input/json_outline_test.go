package input

import (
	"strings"
	"testing"
)

func TestOutline(t *testing.T) {
	o := newOutline([]byte("\n {\"meta\":{\"version\":24,\"x\":{}},\"threads\":[\"t\",{\"name\":\"a\"},{\"late\":1}],\"samples\":[[1],2],\"none\":[],\"$schema\":\"https://x\",\"cut\":[{\"ph\":"))
	for path, want := range map[string]JSONKind{
		"": JSONObject, "meta": JSONObject, "meta.version": JSONNumber, "meta.x": JSONObject, "threads": JSONArray, "threads[]": JSONString,
		"threads[].name": JSONString, "threads[].late": JSONNone, "samples[]": JSONArray, "samples[][]": JSONNumber, "none[]": JSONNone,
		"$schema": JSONString, "cut[]": JSONObject, "cut[].ph": JSONNull, "version": JSONNone,
	} {
		if got := o.Kind(path); got != want {
			t.Errorf("%q: got %d, want %d", path, got, want)
		}
	}
	if got := o.Text("meta.version") + o.Text("$schema") + o.Text("meta"); got != "24https://x" {
		t.Errorf("got texts %q", got)
	}
	if !o.Has("nothing", "meta") || o.Has("nothing") {
		t.Error("Has is wrong")
	}
	for _, text := range []string{"", "main;a 1\n", "\"text\"", strings.Repeat("[", 60000), "{", "[,"} {
		newOutline([]byte(text))
	}
}
