// Package heapprofile reads the .heapprofile files of V8: what node --heap-prof and the DevTools of Chrome write about
// where memory was allocated that is still in use.
package heapprofile

import (
	"fold/collapse"
	"fold/sources/input"
	"fold/sources/stacks"
	"fold/sources/v8"
)

// Format is V8's sampling heap profile:
//
//	{"head":{"callFrame":{"functionName":"(root)","url":"","lineNumber":-1},"selfSize":0,"id":1,"children":[
//	 {"callFrame":{"functionName":"main","url":"file:///a/m.js","lineNumber":0},"selfSize":16,"id":2,"children":[]}]},
//	 "samples":[{"size":16,"nodeId":2,"ordinal":1}]}
var Format = input.Format{
	Name: "heapprofile", Title: "V8 heap profiles: node --heap-prof, Chrome DevTools",
	Uses: input.UsesLines,
	Sniff: func(h *input.Head) bool {
		return h.JSON().Has("head.callFrame", "head.selfSize", "samples[].nodeId")
	},
	Stream: read,
}

func read(s *input.Stream, b *collapse.Builder) error {
	j := input.NewJSON(s)
	nodes := v8.NewNodes(b, s.Options.Lines)
	var samples input.Series // numbers of the nodes' ids
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "head":
			nodes.ReadTree(j)
		case "samples":
			readSamples(j, nodes, &samples)
		}
	}
	if err := s.JSONEnd(j); err != nil {
		return err
	}
	r := stacks.NewResolver(b, nodes)
	bytes := s.Metric(b, collapse.Metric{Name: "bytes", Unit: "bytes"})
	for n := range nodes.Len() {
		if size := nodes.Weight(n); size != 0 {
			b.Add(r.Node(n), bytes, size)
		}
	}
	if samples.Len() > 0 {
		count := s.Metric(b, collapse.Metric{Name: "samples", Unit: "count"})
		all := samples.All()
		for id, ok := all.Next(); ok; id, ok = all.Next() {
			b.AddSample(r.Node(nodes.NodeOf(int32(id))), count, 1)
		}
	}
	r.Report(&s.Task, "node")
	return nil
}

// readSamples reads the array of allocations that comes next.
func readSamples(j *input.JSON, nodes *v8.Nodes, samples *input.Series) {
	for in := j.Array(); in && j.Element(); {
		for in := j.Object(); in && j.Member(); {
			if string(j.Name()) == "nodeId" {
				if id, ok := j.ID(); ok {
					samples.Append(int64(nodes.ID(id)))
				}
			}
		}
	}
}
