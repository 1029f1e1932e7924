package uopc

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// Error is a mistake in a definition, at the user's own line.
type Error struct {
	File string
	Line int
	Msg  string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// maxErrors is how many mistakes of one kernel are kept; later ones mostly follow from these.
const maxErrors = 10

// Err gives the mistakes made so far, joined, or nil.
func (k *Kernel) Err() error {
	errs := make([]error, len(k.errs))
	for i, e := range k.errs {
		errs[i] = e
	}
	return errors.Join(errs...)
}

// Errors gives the mistakes made so far.
func (k *Kernel) Errors() []*Error { return k.errs }

// fail keeps a mistake and gives a value that later calls accept in silence.
func (k *Kernel) fail(format string, args ...any) *Expr {
	file, line := userFrame()
	e := &Error{file, line, fmt.Sprintf(format, args...)}
	if len(k.errs) < maxErrors {
		for _, old := range k.errs {
			if *old == *e {
				return k.poison()
			}
		}
		k.errs = append(k.errs, e)
	}
	return k.poison()
}

func (k *Kernel) poison() *Expr { return &Expr{k: k} }

// module is the import path of this package, with which functions of ours are told from the
// user's.
var module = strings.TrimSuffix(callerPackage(), ".")

func callerPackage() string {
	pc, _, _, _ := runtime.Caller(0)
	name := runtime.FuncForPC(pc).Name() // path/uopc.callerPackage
	return strings.TrimSuffix(name, "callerPackage")
}

// IsBuilderFrame tells whether a function, named as the runtime names it, belongs to this package.
func IsBuilderFrame(function string) bool { return strings.HasPrefix(function, module+".") }

// userFrame finds the first frame outside this package: the line that the user wrote.
func userFrame() (string, int) {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		if !IsBuilderFrame(f.Function) || strings.HasSuffix(f.File, "_test.go") {
			return f.File, f.Line
		}
		if !more {
			return "?", 0
		}
	}
}

func describe(e *Expr) string {
	u := e.u
	if u == nil {
		return "an invalid value"
	}
	if len(u.Shape()) == 0 {
		return "a scalar " + u.DType().String()
	}
	return u.DType().String() + u.Shape().String()
}

// message is a graph error's text in the builder's words.
func message(err error) string {
	var e *uop.Error
	if errors.As(err, &e) {
		return e.Error()
	}
	return err.Error()
}
