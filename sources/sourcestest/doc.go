// Package sourcestest has what the tests of all formats share: reading and comparing inputs, walking over testdata,
// and what every fuzz target checks.
package sourcestest
