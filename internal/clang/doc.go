// Package clang finds a clang and runs it: C text in, object bytes out, and a
// shared object where one is asked for.
//
// It knows command lines, targets and versions. It must not know what a kernel
// is, what the C means, or where its results are kept: callers hand in text
// and take back bytes. Nothing is left on disk, and the same text, target and
// clang give the same bytes on every machine, because neither a path nor the
// user's environment reaches the compiler.
//
//	tc, err := clang.Find("")
//	if err != nil {
//		return err
//	}
//	obj, err := tc.Compile(ctx, src, clang.Target{Arch: "amd64", Level: "v3", Mode: clang.Asm}, nil)
package clang
