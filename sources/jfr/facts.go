package jfr

import (
	"strconv"
	"strings"

	"fold/sources/input"
)

// about are the events without stacks that say on what machine and how a recording was made, and what their fields
// are, see [input.Fact]:
//
//	jdk.JVMInformation {
//	  jvmVersion = "OpenJDK 64-Bit Server VM (17.0.19+10-1-deb12u2-Debian) for linux-amd64 JRE …"
//	  jvmArguments = "-Xmx512m -XX:StartFlightRecording=filename=shop.jfr"
//	  javaArguments = "Shop 8080"
//	}
//	jdk.OSInformation { osVersion = "PRETTY_NAME="Debian GNU/Linux 12 (bookworm)" …" }
//	jdk.CPUInformation { description = "Brand: AMD EPYC, Vendor: AMD …"  hwThreads = 2 }
//	jdk.ActiveSetting { id = 101  name = "period"  value = "10 ms" }
//
// The id is that of a type of events. Async-profiler calls its period "interval", and counts it in nanoseconds.
var about = []struct{ event, field, fact string }{
	{"jdk.JVMInformation", "jvmVersion", input.Runtime},
	{"jdk.JVMInformation", "jvmArguments", jvmArguments},
	{"jdk.JVMInformation", "javaArguments", input.Command},
	{"jdk.OSInformation", "osVersion", input.System},
	{"jdk.CPUInformation", "description", input.Processor},
	{"jdk.CPUInformation", "hwThreads", input.Processors},
}

const (
	settingName  = "jdk.ActiveSetting"
	jvmArguments = "list of JVM arguments"
)

// isAbout reports whether an event is one of about.
func isAbout(event string) bool {
	for _, a := range about {
		if a.event == event {
			return true
		}
	}
	return false
}

// reportAbout reports the fields of an event that is one of about.
func reportAbout(task *input.Task, event string, values map[string]string) {
	for _, a := range about {
		if a.event != event {
			continue
		}
		words := strings.Fields(values[a.field])
		switch a.fact {
		case jvmArguments:
			words = withoutRecorder(words)
		case input.Processor:
			words = strings.Fields(brand(values[a.field]))
		}
		task.Fact(a.fact, strings.Join(words, " "))
	}
}

// brand returns the name of a processor, without what it can do, from the words of the JDK or, as async-profiler writes
// them, of /proc/cpuinfo:
//
//	Brand: AMD EPYC, Vendor: AuthenticAMD …
//	model name	: AMD EPYC
func brand(description string) string {
	for line := range strings.Lines(description) {
		if name, found := strings.CutPrefix(line, "Brand: "); found {
			name, _, _ = strings.Cut(name, ", Vendor: ")
			return name
		}
		if key, name, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == "model name" {
			return name
		}
	}
	return ""
}

// withoutRecorder returns the arguments of a Java machine but for those that ask for a recording, which name its file.
func withoutRecorder(words []string) (kept []string) {
	for _, word := range words {
		if !strings.HasPrefix(word, "-XX:StartFlightRecording") && !strings.HasPrefix(word, "-agentpath:") {
			kept = append(kept, word)
		}
	}
	return kept
}

// reportRate reports a setting of the events that sample what runs.
func reportRate(task *input.Task, values map[string]string) {
	interval := values["value"]
	switch values["name"] {
	case "period":
	case "interval":
		nanos, err := strconv.ParseInt(interval, 10, 64)
		if err != nil || nanos <= 0 {
			return
		}
		interval = strconv.FormatFloat(float64(nanos)/1e6, 'f', -1, 64) + " ms"
	default:
		return
	}
	task.Fact(input.Rate, input.EachSample(interval))
}

// about reads the fields of an event, those that are texts and numbers, and reports what it says.
func (r *chunkReader) about(id int64) {
	c := r.classes[id]
	values := make(map[string]string)
	for i := range c.fields {
		f := &c.fields[i]
		form := formStruct
		if class := r.classes[f.class]; class != nil && !f.array && !f.pool {
			form = class.form
		}
		switch form {
		case formText:
			values[f.name] = string(r.pools.resolve(r.text()))
		case formNumber:
			values[f.name] = strconv.FormatInt(r.number(), 10)
		default:
			r.pass(f, 0)
		}
		if r.bad {
			return
		}
	}
	if c.name == settingName {
		if values["id"] == strconv.FormatInt(r.byName[kinds[0].name], 10) {
			reportRate(r.events.task, values)
		}
		return
	}
	reportAbout(r.events.task, c.name, values)
}
