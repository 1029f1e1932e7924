// Package asmlink turns the code that clang made into Go assembly: the text of
// one .s file, which any Go toolchain assembles, for any system, without clang
// and without cgo.
//
// It knows ELF objects, their relocations and unwind tables, and Go's assembler
// and stack. It must not know what a kernel computes, how its C was written, or
// where files go. It runs no compiler; internal/clang makes the objects, and
// its Settle prepares amd64 code for what follows here.
//
//	text, infos, err := asmlink.File{
//		Arch:  "amd64",
//		Build: "!noasm && !purego",
//		Units: []asmlink.Unit{{Obj: v2, Suffix: "_v2"}, {Obj: v3, Suffix: "_v3"}},
//		Funcs: []asmlink.Func{{Symbol: "axpy", GoName: "axpy"}},
//	}.Link()
//
// The Go side declares, for each function and unit:
//
//	//go:noescape
//	func axpy_v2(a unsafe.Pointer)
//
// # What is laid
//
// A kernel becomes one TEXT symbol, with the helpers that clang did not inline,
// and with copies of just those constants that it uses, as data directives. All
// distances between them are resolved here, so nothing is left to Go's linker.
// What is not a distance inside the kernel is refused: a symbol defined
// elsewhere, a pointer, a variable.
//
// # The stack
//
// C trusts that there is stack below SP; a goroutine has little of it. The
// unwind tables tell how deep the kernel and its helpers go, and recursion, which
// has no bound, is refused. There are three forms.
//
// A leaf never moves SP. It is a Go function without a frame: its argument is
// loaded, the C code follows, and its RET returns to the Go caller.
//
// A framed kernel gets its stack from a Go frame. The prologue, which Go's
// assembler writes, checks and grows the goroutine's stack for the whole of it.
// A frame lies above SP, and C grows down from SP, so SP is moved up over the
// frame and the C code is called.
//
// An aligned kernel (amd64) keeps arrays or vectors on the stack that want 16 to
// 64 bytes of alignment; Go gives 8. An outer function calls the inner one,
// framed as above, with SP moved to where the alignment comes out right.
//
// # The tables
//
// On amd64 each instruction that moves SP is written by name (PUSHQ, POPQ, ADJSP),
// so Go's own tables know SP's depth at every instruction: a profile shows who
// called, and a fault inside a kernel, from a nil pointer say, is a panic that
// recover catches. Where the depth is not exactly known the kernel is refused.
// A helper is laid once for every depth that it is called at.
//
// On arm64 that holds for leaves. The unwinder wants the link register at the
// bottom of a frame, where C does not put it, so while a framed kernel runs the
// profiler does not see its callers, and a fault there ends the program. The
// collector is not concerned: a goroutine is never stopped inside assembly, and
// at the prologue, where the stack may move, everything is still in order.
//
// Code in a kernel cannot be preempted. The caller must bound the work of a call.
package asmlink
