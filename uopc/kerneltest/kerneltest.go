// Package kerneltest is what generated tests call: it runs a generated function, its native form
// and its Go form on edge-weighted inputs of many lengths and compares every result, and every
// byte of memory around the slices, with the reference interpreter.
//
//	func TestUopcDot(t *testing.T) {
//		kerneltest.Run(t, kerneltest.Kernel{File: "uir/Dot.uir", Func: Dot, Go: dotGo, Native: dotNative, HasNative: uopcNative})
//	}
package kerneltest

import (
	"os"
	"reflect"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// Kernel is a generated function and its inner forms.
type Kernel struct {
	File      string // the kernel's .uir file
	Func      any    // the exported function
	Go        any    // its Go form
	Native    any    // its native form; nil when there is none
	HasNative bool   // Native may be called in this build and on this machine
	Each      bool   // Func maps the scalar kernel in File over slices
}

// lengths are the sizes that are tried: around powers of two, vector widths and lane counts.
var lengths = []int{0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 1000, 1024, 1031}

// Run runs the comparison.
func Run(t *testing.T, k Kernel) {
	t.Helper()
	text, err := os.ReadFile(k.File)
	if err != nil {
		t.Fatal(err)
	}
	f, err := uir.Parse(uop.NewGraph(), k.File, text)
	if err != nil {
		t.Fatal(err)
	}
	call := f.Kernels()[0].Node
	sig, err := uop.SignatureOf(call)
	if err != nil {
		t.Fatal(err)
	}
	prog, err := interp.Compile(call, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{t: t, k: k, prog: prog, sig: sig, rnd: newRand(t), each: k.Each}
	indexed := dataIndexed(call)
	ns := lengths
	if testing.Short() {
		ns = lengths[:12]
	}
	tries, largest := 3, lengths[len(lengths)-1]
	if free := r.freeSizes(); free > 1 {
		// The work grows with the product of the sizes.
		tries, largest = 2, 65
		if free > 2 {
			largest = 33
		}
	}
	for _, n := range ns {
		for i := range tries {
			if n <= largest {
				r.tame = indexed && i != 1
				r.try(n)
			}
		}
	}
	if !k.HasNative && k.Native != nil {
		t.Logf("native code of %s was not run: this machine or this build has none", sig.Name)
	}
	if r.count == 0 {
		t.Fatal("nothing was compared")
	}
	t.Logf("%d comparisons", r.count)
}

type runner struct {
	t     *testing.T
	k     Kernel
	prog  *interp.Program // the kernel, compiled once for all tries
	sig   *uop.Signature
	rnd   *rnd
	each  bool
	tame  bool // integers are drawn so that they are good positions
	count int
}

// dataIndexed tells whether a position comes from data: most integers drawn at random are then
// outside, and nothing but the panic would be tested.
func dataIndexed(call *uop.UOp) (found bool) {
	uop.Walk([]*uop.UOp{call.Body()}, uop.AllSrc, func(u *uop.UOp) bool {
		if u.Op() == uop.OpIndex {
			uop.Walk(u.Src()[1:], uop.AllSrc, func(v *uop.UOp) bool {
				found = found || v.Op() == uop.OpLoad || v.Op() == uop.OpParam && v.DType() != uop.Index
				return !found
			})
		}
		return !found
	})
	return found
}

// input is one set of arguments: values by slot as the inner forms take them.
type input struct {
	params []uop.Param
	vals   []*interp.Value
}

// params are the slots of the function under test: those of the kernel or, for an Each form, a
// destination, a slice for each scalar, and their length.
func (r *runner) params() []uop.Param {
	if !r.each {
		return r.sig.Params
	}
	size := uop.Shape{uop.Dim{N: -1}}
	out := []uop.Param{{Name: "dst", DType: r.sig.Ret, Mem: true, Stored: true, Used: true, Shape: size}}
	for _, p := range r.sig.Params {
		p.Mem, p.Shape, p.Read = true, size, true
		out = append(out, p)
	}
	return append(out, uop.Param{Name: "n", DType: uop.Index, Told: true, Used: true})
}

// freeSizes counts the sizes that are drawn apart from each other.
func (r *runner) freeSizes() (n int) {
	for _, p := range r.params() {
		if p.DType == uop.Index && !p.Mem && !p.Result {
			n++
		}
	}
	return n
}

func (r *runner) try(n int) {
	r.t.Helper()
	in := r.input(n)
	if in == nil {
		return
	}
	want := in.clone()
	results, err := r.reference(want)
	if err != nil {
		r.mustPanic(in, err)
		return
	}
	forms := []struct {
		name string
		fn   any
		all  bool
	}{{"the exported function", r.k.Func, false}, {"the Go form", r.k.Go, true}, {"the native form", r.k.Native, true}}
	for _, f := range forms {
		if f.fn == nil || f.name == "the native form" && !r.k.HasNative {
			continue
		}
		r.compare(f.name, n, f.fn, f.all, in.clone(), want, results)
	}
	r.shared(n, in)
}

// reference runs the interpreter, which writes want's places.
func (r *runner) reference(want *input) ([]*interp.Value, error) {
	if !r.each {
		return r.prog.Run(want.vals)
	}
	dst := want.vals[0]
	args := make([]*interp.Value, len(r.sig.Params))
	for j, p := range r.sig.Params {
		args[j] = interp.Scalar(p.DType, 0)
	}
	for i := range dst.Bits {
		for j, a := range args {
			a.Bits[0] = want.vals[j+1].Bits[i]
		}
		out, err := r.prog.Run(args)
		if err != nil {
			return nil, err
		}
		dst.Bits[i] = out[0].Bits[0]
	}
	return nil, nil
}

func (r *runner) compare(form string, n int, fn any, all bool, in, want *input, results []*interp.Value) {
	r.t.Helper()
	args, places := r.goArgs(in, all)
	r.same(form, n, in, want, places, results, reflect.ValueOf(fn).Call(args))
}

// same compares places and results with what the interpreter gave.
func (r *runner) same(form string, n int, in, want *input, places []*place, results []*interp.Value, out []reflect.Value) {
	r.t.Helper()
	for i, p := range places {
		if p == nil {
			continue
		}
		if !p.guardsIntact() {
			r.t.Fatalf("n=%d: %s of %s wrote outside %s", n, form, r.sig.Name, in.params[i].Name)
		}
		for j, b := range p.bits() {
			r.count++
			if !contract.Same(p.dtype, b, want.vals[i].Bits[j]) {
				r.t.Fatalf("n=%d: %s of %s: %s[%d] is %s, the interpreter gives %s\ninputs: %v", n, form, r.sig.Name,
					in.params[i].Name, j, contract.FormatValue(p.dtype, b), contract.FormatValue(p.dtype, want.vals[i].Bits[j]), in)
			}
		}
	}
	for i, v := range results {
		r.count++
		if b := bitsOf(v.DType, out[i]); !contract.Same(v.DType, b, v.Bits[0]) {
			r.t.Fatalf("n=%d: %s of %s: result %d is %s, the interpreter gives %s\ninputs: %v", n, form, r.sig.Name, i,
				contract.FormatValue(v.DType, b), contract.FormatValue(v.DType, v.Bits[0]), in)
		}
	}
}

// mustPanic: where the interpreter reports an error, the exported function panics and has written
// nothing.
func (r *runner) mustPanic(in *input, err error) {
	r.t.Helper()
	args, places := r.goArgs(in.clone(), false)
	if _, ok := call(r.k.Func, args); ok {
		r.t.Fatalf("%s does not panic, but the interpreter says: %v\ninputs: %v", r.sig.Name, err, in)
	}
	for i, p := range places {
		if p == nil {
			continue
		}
		for j, b := range p.bits() {
			r.count++
			if !contract.Same(p.dtype, b, in.vals[i].Bits[j]) || !p.guardsIntact() {
				r.t.Fatalf("%s panics after it has written to %s", r.sig.Name, in.params[i].Name)
			}
		}
	}
}
