package runtimecache

// Version counts changes of what generated code may rely on in this package.
// MinVersion is the oldest such count that this package still serves.
const (
	Version    = 1
	MinVersion = 1
)

// EnforceVersion makes a mismatch of generator and runtime a compile error. A
// generated file written against version 1 holds
//
//	const (
//		// The runtime is too old for this file: update github.com/uopc/uopc.
//		_ = runtimecache.EnforceVersion(runtimecache.Version - 1)
//		// This file is too old for the runtime: run go generate again.
//		_ = runtimecache.EnforceVersion(1 - runtimecache.MinVersion)
//	)
//
// and a negative constant does not fit the unsigned type, so the compiler stops
// at the line whose comment tells the cure.
type EnforceVersion uint
