package gen

import (
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/pass"
)

func unitOf(t *testing.T, name string, def func(*uopc.Kernel)) (*unit, error) {
	t.Helper()
	k := uopc.NewKernel()
	def(k)
	call, err := k.Build(name)
	if err != nil {
		t.Fatal(err)
	}
	return newUnit(&kernel{name: name, from: "def.go:1", call: call}, pass.Options{})
}

func sumOf(param string) func(*uopc.Kernel) {
	return func(k *uopc.Kernel) { k.Return(k.In(param, uopc.F32, k.Size("n")).Sum()) }
}

// TestUnitNames: C and Go must call a kernel the same.
func TestUnitNames(t *testing.T) {
	for _, name := range []string{"Über", "A__B"} {
		if _, err := unitOf(t, name, sumOf("x")); err == nil || !strings.Contains(err.Error(), "cannot be used in C") {
			t.Errorf("%s: got %v, want an error that says that the name cannot be used in C", name, err)
		}
	}
	if got := private("Über"); got != "über" {
		t.Errorf("private gives %q, want über", got)
	}
}

// TestParamNames: inside, no parameter hides what the generated package declares or imports.
func TestParamNames(t *testing.T) {
	for _, name := range []string{"sumGo", "sumNative", "sumArgs", "sumState", "sumCheck", "sumAsmV2", "uopcNative",
		"uopcBadLen", "strconv", "os", "cpu", "math", "unsafe", "len", "args", "float64"} {
		u, err := unitOf(t, "Sum", sumOf(name))
		if err != nil {
			t.Fatal(err)
		}
		if got := u.goNameOf(0); got == name {
			t.Errorf("a parameter is called %s in the inner forms as well", name)
		}
	}
}

// TestResultNames: a parameter may be called as a result would be.
func TestResultNames(t *testing.T) {
	_, err := unitOf(t, "Two", func(k *uopc.Kernel) {
		x := k.In("r0", uopc.F32, k.Size("n"))
		k.Return(x.Sum(), x.MaxAll())
	})
	if err != nil {
		t.Error(err)
	}
}

// TestWidePromise: a bound of more than 32 bits must compile where an int has no more.
func TestWidePromise(t *testing.T) {
	u, err := unitOf(t, "Wide", func(k *uopc.Kernel) {
		p := k.ScalarIn("p", uopc.Index, -1<<40, 1<<63-1)
		k.Return(k.In("x", uopc.F32, 10).Load(p.FloorMod(10)))
	})
	if err != nil {
		t.Fatal(err)
	}
	w := &wrapper{need: map[string]bool{}}
	text := jen.Block(w.promises(u)...).GoString()
	if !strings.Contains(text, "if int64(p) < -1099511627776 {") {
		t.Errorf("the range is checked by\n%s", text)
	}
}
