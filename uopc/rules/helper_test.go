package rules

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// rng gives a source of random numbers that TEST_SEED repeats.
func rng(t testing.TB) *rand.Rand {
	seed := time.Now().UnixNano()
	if s := os.Getenv("TEST_SEED"); s != "" {
		seed, _ = strconv.ParseInt(s, 10, 64)
	}
	t.Logf("TEST_SEED=%d", seed)
	return rand.New(rand.NewSource(seed))
}

// named gives the PARAMs of the test language: x y z of dtype d without a promise, i in [0, 15],
// j in [0, 3], k in [0, 7], n in [-8, -5], b c bools, v w of shape (2,3).
func named(g *uop.Graph, d uop.DType, name string) *uop.UOp {
	slot := strings.Index("xyzijknbcvw", name)
	switch name {
	case "x", "y", "z":
		return g.Make(uop.OpParam, uop.ParamArg(d, slot, name))
	case "i":
		return g.Make(uop.OpParam, uop.BoundedArg(d, slot, name, 0, 15))
	case "j":
		return g.Make(uop.OpParam, uop.BoundedArg(d, slot, name, 0, 3))
	case "k":
		return g.Make(uop.OpParam, uop.BoundedArg(d, slot, name, 0, 7))
	case "n":
		return g.Make(uop.OpParam, uop.BoundedArg(d, slot, name, -8, -5))
	case "b", "c":
		return g.Make(uop.OpParam, uop.ParamArg(uop.Bool, slot, name))
	case "v", "w":
		return g.Make(uop.OpParam, uop.Arg{DType: d, X: &uop.Ext{Slot: slot, Name: name, Dims: []int64{2, 3}}})
	}
	return nil
}

// read makes a program from "i32: (add x 1)". Numbers have the dtype before the colon, or one of
// their own, as in 1:u8; (cast.f32 x), (reshape.3.2 v), (reduce.add.1 v) have arguments.
func read(t testing.TB, g *uop.Graph, text string) *uop.UOp {
	t.Helper()
	ty, expr, _ := strings.Cut(text, ": ")
	d, ok := uop.ParseDType(ty)
	if !ok {
		t.Fatalf("no dtype in %q", text)
	}
	toks := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(expr))
	u, rest := readOne(t, g, d, toks)
	if len(rest) > 0 {
		t.Fatalf("left over in %q: %v", text, rest)
	}
	return u
}

func readOne(t testing.TB, g *uop.Graph, d uop.DType, toks []string) (*uop.UOp, []string) {
	t.Helper()
	tok := toks[0]
	if tok != "(" {
		return readAtom(t, g, d, tok), toks[1:]
	}
	parts := strings.Split(toks[1], ".")
	op, ok := uop.ParseOp(parts[0])
	if !ok {
		t.Fatalf("no op %s", parts[0])
	}
	var src []*uop.UOp
	for toks = toks[2:]; toks[0] != ")"; {
		var s *uop.UOp
		s, toks = readOne(t, g, d, toks)
		src = append(src, s)
	}
	u, err := g.New(op, readArg(t, parts), src...)
	if err != nil {
		t.Fatal(err)
	}
	return u, toks[1:]
}

func readArg(t testing.TB, parts []string) uop.Arg {
	t.Helper()
	if len(parts) == 1 {
		return uop.Arg{}
	}
	switch parts[0] {
	case "cast", "bitcast":
		d, _ := uop.ParseDType(parts[1])
		return uop.CastArg(d)
	case "reduce":
		op, _ := uop.ParseOp(parts[1])
		lanes := 1
		if len(parts) > 3 {
			lanes, _ = strconv.Atoi(parts[3])
		}
		pop, _ := strconv.Atoi(parts[2])
		return uop.ReduceArg(op, pop, lanes)
	}
	var dims []int64
	for _, p := range parts[1:] {
		n, err := strconv.ParseInt(p, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		dims = append(dims, n)
	}
	return uop.DimsArg(dims...)
}

func readAtom(t testing.TB, g *uop.Graph, d uop.DType, tok string) *uop.UOp {
	t.Helper()
	if u := named(g, d, tok); u != nil {
		return u
	}
	val, own, ok := strings.Cut(tok, ":")
	if ok {
		d, _ = uop.ParseDType(own)
	}
	if tok == "true" || tok == "false" {
		return g.Bool(tok == "true")
	}
	all := strings.HasSuffix(val, "!") // fills (2,3)
	bits, err := contract.ParseValue(d, strings.TrimSuffix(val, "!"))
	if err != nil {
		t.Fatal(err)
	}
	c := g.Const(d, bits)
	if all {
		return g.Broadcast(c, uop.Ints(2, 3))
	}
	return c
}

// walkEval computes a program of values, node by node, from the elements of its PARAMs by slot.
func walkEval(root *uop.UOp, args map[int][]uint64) []uint64 {
	vals := map[*uop.UOp][]uint64{}
	for _, u := range uop.Topo(root) {
		n, _ := u.Shape().Count()
		out := make([]uint64, n)
		src := u.Src()
		switch {
		case u.IsConst():
			out[0] = u.Bits()
		case u.Op() == uop.OpParam:
			copy(out, args[u.X().Slot])
		case u.Op().IsALU():
			for e := range out {
				var v [3]uint64
				for i, s := range src {
					v[i] = vals[s][e]
				}
				d := src[0].DType()
				if u.Op() == uop.OpWhere {
					d = u.DType()
				}
				out[e] = contract.Eval(u.Op(), u.DType(), d, v[0], v[1], v[2])
			}
		case u.Op() == uop.OpReshape, u.Op() == uop.OpExpand && len(vals[src[0]]) == int(n):
			copy(out, vals[src[0]])
		case u.Op() == uop.OpExpand && len(vals[src[0]]) == 1:
			for e := range out {
				out[e] = vals[src[0]][0]
			}
		case u.Op() == uop.OpStack:
			out = out[:0]
			for _, s := range src {
				out = append(out, vals[s]...)
			}
		case u.Op() == uop.OpIndex:
			at := 0
			for i, s := range src[1:] {
				at = at*int(src[0].Shape()[i].N) + int(vals[s][0])
			}
			copy(out, vals[src[0]][at*int(n):])
		default:
			panic("walkEval: " + u.Op().String())
		}
		vals[u] = out
	}
	return vals[root]
}

// show prints a program for messages.
func show(u *uop.UOp) string {
	switch u.Op() {
	case uop.OpConst:
		return contract.FormatValue(u.DType(), u.Bits())
	case uop.OpParam:
		return u.X().Name
	}
	parts := []string{u.Op().String()}
	for _, s := range u.Src() {
		parts = append(parts, show(s))
	}
	if u.Op() == uop.OpCast || u.Op() == uop.OpBitcast {
		parts[0] += "." + u.DType().String()
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// special lists values of a dtype that rules go wrong at.
func special(d uop.DType) []uint64 {
	var out []uint64
	if d.IsFloat() {
		for _, s := range []string{"0.0", "-0.0", "1.0", "-1.0", "nan", "inf", "-inf", "0.5", "3.5", "1e-45", "3e+38", "16777217.0", "-300.7", "1e+10"} {
			b, err := contract.ParseValue(d, s)
			if err != nil {
				panic(fmt.Sprint(d, s, err))
			}
			out = append(out, b)
		}
		return out
	}
	lo, hi := uop.DTypeRange(d)
	for _, off := range []int64{0, 1, 2, 3, 7} {
		out = append(out, contract.Canon(d, lo.Bits()+uint64(off)), contract.Canon(d, hi.Bits()-uint64(off)),
			contract.FromInt(d, off), contract.FromInt(d, -off))
	}
	return append(out, contract.FromInt(d, 1<<30), contract.FromInt(d, 100), contract.FromInt(d, -67))
}

// pick draws a value of a PARAM within its promise.
func pick(r *rand.Rand, p *uop.UOp) uint64 {
	x, d := p.X(), p.DType()
	if x.HasMin && x.HasMax {
		if r.Intn(4) == 0 {
			return contract.FromInt(d, x.Min)
		}
		if r.Intn(3) == 0 {
			return contract.FromInt(d, x.Max)
		}
		return contract.FromInt(d, x.Min+r.Int63n(x.Max-x.Min+1))
	}
	if s := special(d); r.Intn(2) == 0 {
		return s[r.Intn(len(s))]
	}
	if d.IsFloat() {
		return contract.FromFloat(d, r.NormFloat64()*100)
	}
	return contract.Canon(d, r.Uint64())
}

// compare runs two programs on n random inputs.
func compare(t testing.TB, r *rand.Rand, a, b *uop.UOp, n int) {
	t.Helper()
	for range n {
		args := map[int][]uint64{}
		for _, p := range uop.Params(a) {
			if p != nil {
				c, _ := p.Shape().Count()
				for range c {
					args[p.X().Slot] = append(args[p.X().Slot], pick(r, p))
				}
			}
		}
		x, y := walkEval(a, args), walkEval(b, args)
		for i := range x {
			if !contract.Same(a.DType(), x[i], y[i]) {
				t.Fatalf("%s became %s: at %v %s is now %s", show(a), show(b), args,
					contract.FormatValue(a.DType(), x[i]), contract.FormatValue(a.DType(), y[i]))
			}
		}
	}
}
