// Package page writes the report: one HTML file with the flame graph, the tables of functions, categories, modules
// and files, callers and callees of each function, and what speaks against the profile. It needs no network and
// opens from disk; everything that a reader chooses is part of the address.
//
// [Write] writes it, for one profile or for two columns that are compared:
//
//	err := page.Write(w, p, page.Options{Title: "parse, 30 s", Input: []string{"cpu.pb.gz"}})
//
// Where scripts may not run, the page is a still picture and the first hundred functions.
package page
