package pprof

import (
	"encoding/base64"

	"fold/collapse"
	"fold/sources/input"
)

// Wrapped is JSON in which servers answer with pprof profiles, in base64: one from Parca and Polar Signals, several from
// Google Cloud Profiler:
//
//	{"pprof":"H4sIAAAA…","total":"0","filtered":"0"}
//	{"profiles":[{"name":"projects/p/profiles/1","profileType":"CPU","duration":"10s","profileBytes":"H4sIAAAA…"}],"nextPageToken":"…"}
//
// See api/protos of https://github.com/parca-dev/parca (QueryResponse), and ListProfilesResponse in
// https://cloud.google.com/profiler/docs/reference/v2/rest/v2/projects.profiles/list.
var Wrapped = input.Format{
	Name: "pprof-json", Title: "pprof profiles in JSON: Parca, Polar Signals, Google Cloud Profiler",
	Uses: Format.Uses,
	Sniff: func(h *input.Head) bool {
		top := h.JSON()
		return top.Kind("pprof") == input.JSONString || top.Kind("pprof") == input.JSONNull && h.Cut() ||
			top.Kind("profiles") == input.JSONArray && h.Contains(`"profileBytes"`)
	},
	Stream: readWrapped,
}

func readWrapped(s *input.Stream, b *collapse.Builder) error {
	w := &wrapped{s: s, j: input.NewJSON(s), b: b}
	more := false
	for in := w.j.Object(); in && w.j.Member(); {
		switch string(w.j.Name()) {
		case "pprof":
			w.profile()
		case "profiles":
			w.list()
		case "nextPageToken":
			token, _ := w.j.Text()
			more = len(token) > 0
		}
	}
	if w.err != nil {
		return w.err
	}
	if err := s.JSONEnd(w.j); err != nil {
		return err
	}
	if w.profiles == 0 {
		return input.Errorf("the answer holds no profile: was any recorded at that time?")
	}
	if more {
		s.Count(1, input.Note{Text: "the server has more profiles: ask again, with pageToken and what stands behind nextPageToken"})
	}
	return nil
}

// wrapped reads the profiles of an answer, one after the other.
type wrapped struct {
	s        *input.Stream
	j        *input.JSON
	b        *collapse.Builder
	profiles int
	err      error // the first one
}

// list reads the profiles of a list.
func (w *wrapped) list() {
	for in := w.j.Array(); in && w.j.Element(); {
		for in := w.j.Object(); in && w.j.Member(); {
			if string(w.j.Name()) == "profileBytes" {
				w.profile()
			}
		}
	}
}

// profile reads the profile that comes next and adds it.
func (w *wrapped) profile() {
	text, ok := w.j.Text()
	if !ok || len(text) == 0 || w.err != nil {
		return
	}
	w.profiles++
	one := collapse.NewBuilder()
	if w.err = w.add(text, one); w.err == nil {
		w.b.Merge(one)
	}
}

func (w *wrapped) add(text []byte, b *collapse.Builder) error {
	packed, err := base64.StdEncoding.DecodeString(string(text))
	if err != nil {
		return input.Errorf("profile %d is no base64: is the answer whole?", w.profiles)
	}
	unpacked, err := input.Unpack(packed)
	if err == nil {
		err = parsePprof(&input.Chunk{Task: w.s.Task, Data: unpacked}, b)
	}
	if err != nil {
		return input.Errorf("profile %d: %v", w.profiles, err)
	}
	return nil
}
