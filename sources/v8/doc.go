// Package v8 has what the formats of V8 share: call frames and how they are named, nodes that call each other, and
// what the samples of a CPU profile weigh.
package v8
