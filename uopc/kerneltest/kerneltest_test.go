package kerneltest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"
)

const shift = `; uop v1
%0 = param : dtype=index slot=3 min=0 max=1099511627776 name=n
%1 = param %0 : dtype=i32 slot=0 size=? name=d
%2 = param : dtype=index slot=4 min=0 max=1099511627776 name=m
%3 = param %2 : dtype=i32 slot=1 size=? name=x
%4 = param %0 : dtype=i32 slot=2 size=? name=at
%5 = range %0 : axis=0
%6 = index %4, %5
%7 = load %6
%8 = index %3, %7
%9 = load %8
%10 = index %1, %5
%11 = store %10, %9
%12 = end %11, %5
%13 = call %12, %1, %3, %4, %0, %2 : name=Gather
`

// shrink is a kernel of scalars, for the form that maps it over slices.
const shrink = `; uop v1
%0 = param : dtype=i32 slot=0 name=a
%1 = param : dtype=i32 slot=1 name=by
%2 = floordiv %0, %1
%3 = call %2, %0, %1 : name=Shrink
`

func shrinkOne(a, by int32) int32 {
	if by == 0 {
		return 0
	}
	q := a / by
	if r := a % by; r != 0 && r < 0 != (by < 0) {
		q--
	}
	return q
}

func shrinkEach(d, a, by []int32) {
	for i := range d {
		d[i] = shrinkOne(a[i], by[i])
	}
}

// boundedEach is shrinkEach where by is declared to be in [1, 7]; it is wrong at 20, if wrong is set.
func boundedEach(wrong bool) func(d, a, by []int32) {
	return func(d, a, by []int32) {
		for _, v := range by {
			if v < 1 || v > 7 {
				panic("by is outside [1, 7]")
			}
		}
		shrinkEach(d, a, by)
		if wrong && len(d) > 20 {
			d[20] ^= 1
		}
	}
}

func shrinkEachGo(d, a, by []int32, _ int) { shrinkEach(d, a, by) }

func gatherGo(d, x, at []int32, n, m int) {
	for i, j := range at {
		d[i] = x[j]
	}
}

// gather checks first, as generated functions do.
func gather(d, x, at []int32) {
	apart(d, x, at)
	check(x, at)
	gatherGo(d, x, at, len(d), len(x))
}

func check(x, at []int32) {
	for _, j := range at {
		if int(j) >= len(x) || j < 0 {
			panic("out of range")
		}
	}
}

// apart panics when d is one of the others.
func apart(d []int32, others ...[]int32) {
	for _, o := range others {
		if len(d) > 0 && unsafe.SliceData(d) == unsafe.SliceData(o) {
			panic("overlap")
		}
	}
}

// forms are right and wrong functions; what Run must say of each. Empty: nothing.
var forms = map[string]struct {
	k    Kernel
	want string
}{
	"shared":  {Kernel{Func: func(d, x, at []int32) { check(x, at); gatherGo(d, x, at, 0, 0) }, Go: gatherGo}, "called with one slice as d and "},
	"right":   {Kernel{Func: gather, Go: gatherGo}, ""},
	"value":   {Kernel{Func: func(d, x, at []int32) { gather(d, x, at); last(d, 1) }, Go: gatherGo}, "the exported function of Gather: d["},
	"go form": {Kernel{Func: gather, Go: func(d, x, at []int32, n, m int) { gatherGo(d, x, at, n, m); last(d, 1) }}, "the Go form of Gather: d["},
	"input":   {Kernel{Func: func(d, x, at []int32) { gather(d, x, at); last(x, 1) }, Go: gatherGo}, "the exported function of Gather: x["},
	"outside": {Kernel{Func: func(d, x, at []int32) { gather(d, x, at); beyond(d) }, Go: gatherGo}, "the exported function of Gather wrote outside d"},
	"late":    {Kernel{Func: func(d, x, at []int32) { apart(d, x, at); gatherGo(d, x, at, 0, 0) }, Go: gatherGo}, "Gather panics after it has written to d"},
	"silent": {Kernel{Func: func(d, x, at []int32) {
		apart(d, x, at)
		defer func() { _ = recover() }()
		gather(d, x, at)
	}, Go: gatherGo}, "Gather does not panic, but the interpreter says: index"},
	"each":      {Kernel{Each: true, Func: shrinkEach, Go: shrinkEachGo}, ""},
	"each last": {Kernel{Each: true, Func: shrinkEach, Go: func(d, a, by []int32, n int) { shrinkEachGo(d, a, by, n); last(d, 1) }}, "the Go form of Shrink: dst[0] is "},
	"each at 4": {Kernel{Each: true, Func: func(d, a, by []int32) { shrinkEach(d, a, by); at4(d) }, Go: shrinkEachGo}, "the exported function of Shrink: dst[4] is "},
	"bounds":    {Kernel{Each: true, Func: boundedEach(false), Go: shrinkEachGo}, ""},
	"bounds 20": {Kernel{Each: true, Func: boundedEach(true), Go: shrinkEachGo}, "the exported function of Shrink: dst[20] is "},
	"scalar":    {Kernel{Func: shrinkOne, Go: shrinkOne}, ""},
	"scalar go": {Kernel{Func: shrinkOne, Go: func(a, by int32) int32 { return shrinkOne(a, by) ^ 1 }}, "the Go form of Shrink: result 0 is "},
	"native":    {Kernel{Func: gather, Go: gatherGo, HasNative: true, Native: func(d, x, at []int32, n, m int) { gatherGo(d, x, at, n, m); last(d, 1) }}, "the native form of Gather: d["},
}

func last(s []int32, by int32) {
	if len(s) > 0 {
		s[len(s)-1] += by
	}
}

func at4(s []int32) {
	if len(s) > 4 {
		s[4] ^= 1
	}
}

// beyond writes behind the end of a slice, as machine code could.
func beyond(s []int32) {
	p := (*int32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(s)), 4*len(s)))
	*p++
}

// TestForm is run by TestCatches in a process of its own, for it is to fail.
func TestForm(t *testing.T) {
	name := os.Getenv("UOPC_TEST_FORM")
	if name == "" {
		t.Skip("only TestCatches runs this")
	}
	k := forms[name].k
	text := shift
	if strings.HasPrefix(name, "each") || strings.HasPrefix(name, "scalar") {
		text = shrink
	}
	if strings.HasPrefix(name, "bounds") {
		text = strings.Replace(shrink, "slot=1", "slot=1 min=1 max=7", 1)
	}
	k.File = filepath.Join(t.TempDir(), "kernel.uir")
	if err := os.WriteFile(k.File, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	Run(t, k)
}

func TestCatches(t *testing.T) {
	for name, f := range forms {
		cmd := exec.Command(os.Args[0], "-test.run=^TestForm$", "-test.v")
		cmd.Env = append(os.Environ(), "UOPC_TEST_FORM="+name)
		out, err := cmd.CombinedOutput()
		if (err == nil) != (f.want == "") || !strings.Contains(string(out), f.want) {
			t.Errorf("%s: %v, want %q; it printed\n%s", name, err, f.want, out)
		}
	}
}
