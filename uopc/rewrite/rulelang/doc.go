// Package rulelang reads rule files: rewrites as data, from which come a matcher in Go, a proof
// obligation and tests. It checks names, dtypes, shadowing and loops before anything is made.
package rulelang
