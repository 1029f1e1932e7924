// Package defmain runs definitions and prints them as .uir text. uopc-gen writes a throwaway
// program whose main calls Main with the definitions it found; users do not call it.
//
// What is printed is one JSON value: a list of Result. Definitions run one after another, and a
// panic in one is a mistake of that one.
package defmain

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"strings"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/uir"
)

// Def is one definition.
type Def struct {
	Name string
	Func func(*uopc.Kernel)
}

// Result is what became of one definition.
type Result struct {
	Name   string
	UIR    string  // canonical text; empty after a mistake
	Errors []Error // mistakes, in order
}

// Error is a mistake at a line of the user's. File is empty when no line is known.
type Error struct {
	File string
	Line int
	Msg  string
}

// Main runs the definitions and prints the results on standard output.
func Main(defs []Def) {
	out := os.Stdout
	os.Stdout = os.Stderr // what a definition prints must not mix with the results
	if err := Run(out, defs); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// Run runs the definitions and prints the results to w.
func Run(w io.Writer, defs []Def) error {
	results := make([]Result, len(defs))
	for i, d := range defs {
		results[i] = run(d)
	}
	return json.NewEncoder(w).Encode(results)
}

func run(d Def) (r Result) {
	r.Name = d.Name
	k := uopc.NewKernel()
	defer func() {
		if p := recover(); p != nil {
			file, line := panicLine(d.Func)
			r = Result{Name: d.Name, Errors: append(mistakes(k), Error{file, line, fmt.Sprintf("the definition panicked: %v", p)})}
		}
	}()
	if d.Func == nil {
		r.Errors = []Error{{Msg: "the definition is a nil function"}}
		return r
	}
	d.Func(k)
	if r.Errors = mistakes(k); len(r.Errors) > 0 {
		return r
	}
	call, err := k.Build(d.Name)
	if err != nil {
		r.Errors = []Error{{Msg: err.Error()}}
		return r
	}
	r.UIR = uir.FormatNode(call)
	return r
}

func mistakes(k *uopc.Kernel) []Error {
	var out []Error
	for _, e := range k.Errors() {
		out = append(out, Error{e.File, e.Line, e.Msg})
	}
	return out
}

// panicLine finds the user's line that panicked: the first frame in the definition's own package
// or, where there is none, in any package but the runtime and the builder.
func panicLine(def func(*uopc.Kernel)) (file string, line int) {
	nameOf := func(f any) string { return runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name() }
	pkg, own := packageOf(nameOf(def)), packageOf(nameOf(packageOf))
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	for {
		f, more := frames.Next()
		switch of := packageOf(f.Function); {
		case of == pkg:
			return f.File, f.Line
		case file != "", of == "runtime", of == own, uopc.IsBuilderFrame(f.Function):
		default:
			file, line = f.File, f.Line
		}
		if !more {
			return file, line
		}
	}
}

// packageOf cuts a function's name, as the runtime writes it, down to its package.
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	name, _, _ := strings.Cut(function[slash:], ".")
	return function[:slash] + name
}
