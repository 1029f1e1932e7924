package render

import (
	"math"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// TestWhatIsSplit: the functions that have a long way for large arguments are written twice, and no
// others: an overflow, or a choice that is as often this as that, is no reason.
func TestWhatIsSplit(t *testing.T) {
	split := map[string]bool{"Sin f64": true, "Cos f64": true, "Tan f64": true, "Mod f64": true, "Mod f32": true}
	for i := range libm.Table {
		f := &libm.Table[i]
		for _, d := range []uop.DType{uop.F32, uop.F64} {
			c, g := bothForms(t, f.Each(uop.NewGraph(), d))
			want := split[f.Name+" "+d.String()]
			if strings.Contains(c, "int rare") != want || strings.Contains(g, "continue") != want {
				t.Errorf("%s %s: split is not %t", d, f.Name, want)
			}
		}
	}
}

// TestManySplits adds six sines: each has a condition of its own, and the short body needs them all.
func TestManySplits(t *testing.T) {
	g := uop.NewGraph()
	n := g.Make(uop.OpParam, uop.ParamArg(uop.Index, 2, "n"))
	place := func(slot int, name string) *uop.UOp {
		return g.Make(uop.OpParam, uop.PlaceArg(uop.F64, slot, name, uop.Dynamic), n)
	}
	dst, x := place(0, "dst"), place(1, "x")
	i := g.Make(uop.OpRange, uop.RangeArg(0), n)
	at := func(p *uop.UOp) *uop.UOp { return g.Make(uop.OpIndex, uop.Arg{}, p, i) }
	sum := g.F64(0)
	for k := range 6 {
		sum = g.Add(sum, libm.Sin(g.Mul(g.Make(uop.OpLoad, uop.Arg{}, at(x)), g.F64(float64(k)+1.5))))
	}
	end := g.Make(uop.OpEnd, uop.Arg{}, g.Make(uop.OpStore, uop.Arg{}, at(dst), sum), i)
	c, text := bothForms(t, g.Make(uop.OpCall, uop.NameArg("Tones"), g.Make(uop.OpSink, uop.Arg{}, end), dst, x, n))
	if a, b := strings.Count(c, "rare |="), strings.Count(text, "if "); a != 6 || b != 6 {
		t.Errorf("%d conditions in C and %d in Go, want 6", a, b)
	}
}

// TestKnownChoice: a choice whose condition is known is its arm, and a constant if that is one. The
// compiler would warn of the sum that it cannot have.
func TestKnownChoice(t *testing.T) {
	g := uop.NewGraph()
	p := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 0, "p"))
	least := g.Const(uop.I32, contract.Canon(uop.I32, 1<<31))
	u := g.Bin(uop.OpMax, p, g.Neg(g.Where(g.Bool(true), least, g.Bin(uop.OpOr, p, least))))
	for _, s := range []string{"c", "go"} {
		c, text := bothForms(t, g.Make(uop.OpCall, uop.NameArg("Known"), u, p))
		if s == "go" {
			c = text
		}
		if strings.Contains(c, "|") || !strings.Contains(c, "2147483648") && !strings.Contains(c, "2147483647") {
			t.Errorf("%s: %d is not found to be constant:\n%s", s, math.MinInt32, c)
		}
	}
}

func bothForms(t *testing.T, call *uop.UOp) (c, text string) {
	t.Helper()
	s, err := C(call, COptions{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := Go(call, GoOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s.Func, g.Func
}
