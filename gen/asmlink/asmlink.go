package asmlink

import (
	"fmt"
	"go/build/constraint"
	"go/token"
)

// MaxStack is the most stack that a kernel may use, in bytes. The goroutine's
// stack grows by it at the first call.
const MaxStack = 256 << 10

// A Func is a kernel: a C function `void Symbol(const void *args)`.
type Func struct {
	Symbol string // its name in the object
	GoName string // the Go function, declared as: //go:noescape func GoName(a unsafe.Pointer)
}

// A Unit is one object, compiled for one instruction set.
type Unit struct {
	Obj    []byte
	Suffix string // appended to each GoName, such as "_v3"; may be empty
}

// A File is a Go assembly file to be made.
type File struct {
	Arch  string // amd64 or arm64
	Build string // the expression of the //go:build line; empty for none
	Units []Unit
	Funcs []Func
}

// Info tells what was made of one kernel.
type Info struct {
	GoName string // with the suffix
	Symbol string
	Bytes  int // code and constants
	Stack  int // the most that the C code moves SP down, return addresses included
	Frame  int // the Go frame that the stack comes out of; 0 when none is needed

	want []byte // what must stand in the assembled object, for Verify
}

// Link makes a file of one object, without a build line. See File.Link.
func Link(obj []byte, arch string, funcs []Func) (text string, infos []Info, err error) {
	return File{Arch: arch, Units: []Unit{{Obj: obj}}, Funcs: funcs}.Link()
}

// Link makes the text of the file, and one Info for each kernel in the order
// of the text: unit by unit, function by function. What cannot be linked
// exactly is refused, with an error that names the kernel and the cure.
func (f File) Link() (text string, infos []Info, err error) {
	a, err := archOf(f.Arch)
	if err != nil {
		return "", nil, err
	}
	if f.Build != "" {
		if _, err := constraint.Parse("//go:build " + f.Build); err != nil {
			return "", nil, fmt.Errorf("build expression %q: %w", f.Build, err)
		}
	}
	w := newWriter(f.Build)
	seen := map[string]bool{}
	for _, u := range f.Units {
		o, err := readObject(u.Obj, a)
		if err != nil {
			return "", nil, fmt.Errorf("object of %s%s: %w", f.Arch, u.Suffix, err)
		}
		for _, fn := range f.Funcs {
			fn.GoName += u.Suffix
			if err := checkName(fn.GoName, seen); err != nil {
				return "", nil, err
			}
			k, err := o.kernel(fn)
			if err != nil {
				return "", nil, fmt.Errorf("kernel %s (C function %s): %w", fn.GoName, fn.Symbol, err)
			}
			infos = append(infos, k.info(fn))
			w.kernel(k, fn)
		}
	}
	return w.String(), infos, nil
}

func checkName(name string, seen map[string]bool) error {
	if !token.IsIdentifier(name) {
		return fmt.Errorf("%q cannot be the name of a Go function", name)
	}
	if seen[name] {
		return fmt.Errorf("two kernels are to be named %s", name)
	}
	seen[name] = true
	return nil
}

func (k *kernel) info(fn Func) Info {
	return Info{
		GoName: fn.GoName, Symbol: fn.Symbol,
		Bytes: len(k.code), Stack: k.stack, Frame: k.arch.frame(k),
		want: append(k.arch.preamble(k), k.code...),
	}
}
