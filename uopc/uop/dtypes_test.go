package uop

import (
	"strings"
	"testing"
)

// takes says for each ALU op which dtypes it is defined on, as the table of the contract does:
// b bool, i integers and index, f floats.
var takes = map[string]string{
	"neg": "if", "recip": "f", "sqrt": "f", "exp2": "f", "log2": "f", "sin": "f", "trunc": "f",
	"cast": "bif", "bitcast": "bif",
	"add": "if", "mul": "bif", "fdiv": "f", "max": "bif", "cmplt": "bif", "cmpne": "bif",
	"floordiv": "i", "floormod": "i", "and": "bi", "or": "bi", "xor": "bi", "shl": "i", "shr": "i",
	"where": "bif", "fma": "f",
}

func letter(d DType) string {
	switch {
	case d == Bool:
		return "b"
	case d.IsFloat():
		return "f"
	}
	return "i"
}

func TestEveryOpOnEveryDType(t *testing.T) {
	n := 0
	for name, set := range takes {
		op, _ := ParseOp(name)
		for _, d := range ValueDTypes() {
			for _, to := range ValueDTypes() {
				if to != d && op != OpCast && op != OpBitcast {
					continue
				}
				n++
				g := NewGraph()
				src := make([]*UOp, op.Arity())
				for i := range src {
					src[i] = param(g, d, i)
				}
				if op == OpWhere {
					src[0] = param(g, Bool, 0)
				}
				want := strings.Contains(set, letter(d)) && (op != OpBitcast || d.Bits() == to.Bits())
				if op.Takes(d) != strings.Contains(set, letter(d)) {
					t.Errorf("%s.Takes(%s) = %v", op, d, op.Takes(d))
				}
				u, err := g.New(op, CastArg(to), src...)
				if (err == nil) != want {
					t.Errorf("%s on %s to %s: %v, want accepted %v", op, d, to, err, want)
					continue
				}
				if err != nil {
					continue
				}
				res := d
				switch op {
				case OpCmplt, OpCmpne:
					res = Bool
				case OpCast, OpBitcast:
					res = to
				}
				if u.DType() != res || u.Space() != ALU {
					t.Errorf("%s on %s gives %s", op, d, u.DType())
				}
			}
		}
	}
	t.Logf("%d ops on dtypes", n)
}

// Every pair of different dtypes is refused by every op of several sources.
func TestMixedDTypes(t *testing.T) {
	n := 0
	for op := range NumOps {
		if !op.IsALU() || op.Arity() < 2 {
			continue
		}
		for _, d := range ValueDTypes() {
			for _, e := range ValueDTypes() {
				if d == e {
					continue
				}
				g := NewGraph()
				src := []*UOp{param(g, d, 0), param(g, e, 1), param(g, d, 2)}[:op.Arity()]
				if op == OpWhere {
					src[0] = param(g, Bool, 0)
				}
				if _, err := g.New(op, Arg{}, src...); err == nil {
					t.Errorf("%s of %s and %s was made", op, d, e)
				}
				n++
			}
		}
	}
	t.Logf("%d mixed nodes refused", n)
}

func TestReduceOnEveryDType(t *testing.T) {
	for name, set := range map[string]string{"add": "if", "mul": "bif", "max": "bif", "and": "bi", "or": "bi", "xor": "bi", "fma": "f"} {
		op, _ := ParseOp(name)
		for _, d := range ValueDTypes() {
			g := NewGraph()
			src := []*UOp{tensor(g, d, 4)}
			if op == OpFma {
				src = append(src, src[0])
			}
			u, err := g.New(OpReduce, ReduceArg(op, 1, 2), src...)
			if want := strings.Contains(set, letter(d)); (err == nil) != want {
				t.Errorf("reduce op=%s on %s: %v, want accepted %v", op, d, err, want)
			} else if err == nil && u.DType() != d {
				t.Errorf("reduce op=%s on %s gives %s", op, d, u.DType())
			}
		}
	}
}
