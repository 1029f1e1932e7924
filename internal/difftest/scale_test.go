package difftest

import (
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/rules"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// TestSharing builds p+p of p+p of ...: as a tree the last has more than a thousand million nodes.
func TestSharing(t *testing.T) {
	for doublings, nodes := range map[int]int{18: 19, 30: 31} {
		g := uop.NewGraph()
		p := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 0, "p"))
		call := p
		for range doublings {
			p = g.Add(p, p)
		}
		if n := len(uop.Topo(p)); n != nodes {
			t.Errorf("%d doublings: %d nodes, want %d", doublings, n, nodes)
		}
		f, err := uir.Parse(g, "sharing", []byte(uir.FormatNode(p)))
		if err != nil || f.Roots[0].Node != p {
			t.Errorf("%d doublings: text gives another node back (%v)", doublings, err)
		}
		call = g.Make(uop.OpCall, uop.NameArg("Double"), p, call)
		out, err := interp.Run(call, []*interp.Value{interp.Scalar(uop.I32, 3)}, interp.Options{})
		if want := contract.FromInt(uop.I32, 3<<doublings); err != nil || out[0].Bits[0] != want {
			t.Errorf("%d doublings: got %v, %v, want %d", doublings, out, err, int64(want))
		}
	}
}

// TestLongChain takes 200,000 additions through every stage and logs the times beside those that
// were measured for a compiler of this kind in Python.
func TestLongChain(t *testing.T) {
	const n = 200_000
	start := time.Now()
	lap := func(what, python string) {
		if python != "" {
			python = " (Python: " + python + ")"
		}
		t.Logf("%-10s %v%s", what, time.Since(start).Round(time.Microsecond), python)
		start = time.Now()
	}
	g := uop.NewGraph()
	x := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 0, "x"))
	u := x
	for i := range int64(n) {
		u = g.Add(u, g.Int(uop.I32, i+1))
	}
	lap("build", "4.1s")
	if k := len(uop.Topo(u)); k != 2*n+1 {
		t.Errorf("%d nodes, want %d", k, 2*n+1)
	}
	lap("walk", "0.6s")
	const want = -1474736480 // 20,000,100,000 wrapped to 32 bits
	v, err := interp.Eval(u, map[int]*interp.Value{0: interp.Scalar(uop.I32, 0)}, interp.Options{})
	if err != nil || int64(v.Bits[0]) != want {
		t.Fatalf("evaluated to %v, %v, want %d", v, err, want)
	}
	lap("evaluate", "0.64s")
	s, err := rules.Simplify(u)
	if err != nil || s != g.Add(x, g.Int(uop.I32, want)) {
		t.Fatalf("simplified to %v, %v, want x + %d", s, err, want)
	}
	lap("simplify", "14.2s")
	text := uir.FormatNode(u)
	lap("print", "")
	f, err := uir.Parse(uop.NewGraph(), "chain", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	lap("parse", "")
	if again := uir.FormatNode(f.Roots[0].Node); again != text {
		t.Error("printed, parsed and printed again, the chain is another text")
	}
}
