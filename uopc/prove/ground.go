package prove

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// Ground asks the solver to compute every ALU op on constants of every dtype, and compares with
// package contract: that the models mean what the contract says. It gives the number of values
// compared. EXP2, LOG2 and SIN have no model that computes.
func Ground(ctx context.Context) (n int, err error) {
	path, err := Find()
	if err != nil {
		return 0, err
	}
	cases := groundCases()
	var b strings.Builder
	for _, c := range cases {
		b.WriteString(c.text)
	}
	s := solver{path: path}
	defer s.stop()
	out, err := s.talk(ctx, "(reset)\n"+b.String(), 2*time.Minute)
	if err != nil {
		return 0, err
	}
	if len(out) != len(cases) {
		return 0, fmt.Errorf("z3 gives %d answers to %d questions: %s", len(out), len(cases), strings.Join(out[:min(3, len(out))], " "))
	}
	for i, l := range out {
		if l != "true" {
			return i, fmt.Errorf("the model of %s is not the contract's: z3 says %s", cases[i].what, l)
		}
	}
	return len(cases), nil
}

type groundCase struct{ what, text string }

// groundInputs is the number of inputs of each op and dtype.
const groundInputs = 20

func groundCases() (out []groundCase) {
	for op := uop.OpInvalid; op < uop.NumOps; op++ {
		for _, d := range uop.ValueDTypes() {
			if !op.Takes(d) {
				continue
			}
			switch op {
			case uop.OpExp2, uop.OpLog2, uop.OpSin:
			case uop.OpCast, uop.OpBitcast:
				for _, to := range uop.ValueDTypes() {
					if op == uop.OpCast || to.Bits() == d.Bits() {
						out = append(out, groundOp(op, to, d)...)
					}
				}
			default:
				out = append(out, groundOp(op, d, d)...)
			}
		}
	}
	return out
}

// groundOp compares one op on operands of dtype d, or on a cast from d to dst. Index is modelled
// as integers where those have the op and the values are far from its ends, and as 64 bits.
func groundOp(op uop.Op, dst, d uop.DType) (out []groundCase) {
	for _, unbounded := range []bool{false, true} {
		if unbounded && d != uop.Index {
			continue
		}
		from, to := repOf(d), repOf(dst)
		if !unbounded {
			from, to = vector(from), vector(to)
		} else if encs[asInt][op] == nil && op != uop.OpWhere {
			continue
		}
		for i := range groundInputs {
			if c, ok := groundOne(op, from, to, i, unbounded); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

// vector models index in 64 bits.
func vector(r rep) rep {
	if r.form == asInt {
		r.form = asBV
	}
	return r
}

func groundOne(op uop.Op, from, to rep, i int, tame bool) (groundCase, bool) {
	var v [3]uint64
	var args []string
	s := newScript()
	for k := range op.Arity() {
		r := from
		if op == uop.OpWhere && k == 0 {
			r = repOf(uop.Bool)
		}
		v[k] = edge(r.d, i, k)
		if tame && r.d != uop.Bool {
			v[k] = uint64(int64(int32(v[k])))
		}
		args = append(args, r.raw(v[k]))
	}
	result := to
	if op == uop.OpCmplt || op == uop.OpCmpne {
		result = repOf(uop.Bool)
	}
	term, ok := s.op(op, result, from, args)
	if !ok {
		return groundCase{}, false
	}
	want := contract.Eval(op, result.d, from.d, v[0], v[1], v[2])
	// A step with a name of its own that is declared, not defined, is not computed.
	text := s.String()
	if strings.Contains(text, "declare-") {
		return groundCase{}, false
	}
	what := fmt.Sprintf("%s from %s to %s on %x", op, from.d, result.d, v[:op.Arity()])
	return groundCase{what, "(push)\n" + text + fmt.Sprintf("(simplify (= %s %s))\n(pop)\n", term, result.raw(want))}, true
}

// edge gives the i-th test value of operand k: mostly what is special about a dtype.
func edge(d uop.DType, i, k int) uint64 {
	if d.IsFloat() {
		return floatEdge(d, i*7+k*5)
	}
	mix := uint64(i*3+k+1) * 0x9e3779b97f4a7c15
	all := []uint64{0, 1, math.MaxUint64, 1 << (d.Bits() - 1), 1<<(d.Bits()-1) - 1, 2, 3, 7, mix, mix >> 7, ^uint64(6)}
	if k > 0 {
		return contract.Canon(d, all[(i*(2*k+1)+i/len(all)+k)%len(all)])
	}
	return contract.Canon(d, all[i%len(all)]^uint64(i/len(all))<<1)
}

func floatEdge(d uop.DType, i int) uint64 {
	vals := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -1.5, 2.5, math.Inf(1), math.Inf(-1), math.NaN(), 3, 1e10, -1e20,
		math.MaxFloat32, math.SmallestNonzeroFloat32, -0x1p-126, 0.1, 127.5, -128.75, 255.99, 0x1p31, 0x1p63, -0x1p63, 0x1p64}
	return contract.FromFloat(d, vals[i%len(vals)])
}
