package kerneltest

import (
	"reflect"

	"github.com/uopc/uopc/uopc/uop"
)

// shared calls the exported function with one slice for two parameters, for every pair that it
// takes so: the result must be that of two slices with the same contents. A pair that it does not
// take panics.
func (r *runner) shared(n int, in *input) {
	r.t.Helper()
	for i, w := range in.params {
		for j, p := range in.params {
			if i == j || !w.Mem || !w.Stored || !p.Mem || p.Stored || w.Result || p.Result || w.DType != p.DType || len(in.vals[i].Bits) != len(in.vals[j].Bits) {
				continue
			}
			one := in.clone()
			copy(one.vals[j].Bits, one.vals[i].Bits)
			want := one.clone()
			results, err := r.reference(want)
			if err != nil {
				continue
			}
			args, places := r.goArgs(one, false)
			at := r.exposedIndex(one.params)
			args[at[j]], places[j] = args[at[i]], nil
			out, ok := call(r.k.Func, args)
			if !ok {
				continue
			}
			r.same("the exported function, called with one slice as "+w.Name+" and "+p.Name+",", n, one, want, places, results, out)
		}
	}
}

// exposedIndex gives the place of each slot in the exported function's arguments.
func (r *runner) exposedIndex(params []uop.Param) map[int]int {
	at := map[int]int{}
	for i, p := range params {
		if !p.Result && !p.Told {
			at[i] = len(at)
		}
	}
	return at
}

// call gives false when the function panics.
func call(fn any, args []reflect.Value) (out []reflect.Value, ok bool) {
	defer func() {
		if recover() != nil {
			out, ok = nil, false
		}
	}()
	return reflect.ValueOf(fn).Call(args), true
}
