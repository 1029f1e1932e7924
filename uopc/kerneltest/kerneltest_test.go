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
	"native": {Kernel{Func: gather, Go: gatherGo, HasNative: true, Native: func(d, x, at []int32, n, m int) { gatherGo(d, x, at, n, m); last(d, 1) }}, "the native form of Gather: d["},
}

func last(s []int32, by int32) {
	if len(s) > 0 {
		s[len(s)-1] += by
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
	k.File = filepath.Join(t.TempDir(), "Gather.uir")
	if err := os.WriteFile(k.File, []byte(shift), 0o666); err != nil {
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
