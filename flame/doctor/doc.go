// Package doctor reports whether a profile can be trusted, and where to look in it.
//
// The main type is [Diagnosis], a list of [Finding]s, the worst first. [Diagnose] makes one from a column of a
// profile; its methods print it as text or JSON.
//
//	d := doctor.Diagnose(p, doctor.Options{Format: "perf"})
//	err := d.WriteText(os.Stdout, table.TextOptions{})
//
// What each check looks for, and from which share on it reports, is in docs/doctor.md.
package doctor
