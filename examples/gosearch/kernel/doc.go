// Package kernel has the native kernels of gosearch, generated from the definitions in def. It knows
// vectors and nothing of what they stand for.
//
//	score := kernel.Cosine(query, document)
package kernel

//go:generate go tool uopc-gen ./def
