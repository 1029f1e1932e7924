package lower

import (
	"sort"

	"github.com/uopc/uopc/uopc/uop"
)

// linear is a sum of atoms times numbers, plus a number, in unbounded integers.
type linear struct {
	coef map[*uop.UOp]uop.Wide
	c    uop.Wide
}

func newLinear() *linear { return &linear{coef: map[*uop.UOp]uop.Wide{}} }

// addTerm adds k*u to f, taking apart what is a sum, a product with a number or a negation. It
// only follows ops whose value is the true integer: a wrapped sum is an atom.
func (f *linear) addTerm(u *uop.UOp, k uop.Wide) {
	type term struct {
		u *uop.UOp
		k uop.Wide
	}
	stack := []term{{u, k}}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		u, k := t.u, t.k
		exact := trueSum(u)
		switch {
		case u.IsConst():
			f.c = f.c.Add(u.ConstWide().Mul(k))
		case u.Op() == uop.OpAdd && exact:
			stack = append(stack, term{u.Src()[0], k}, term{u.Src()[1], k})
		case u.Op() == uop.OpNeg && exact:
			stack = append(stack, term{u.Src()[0], k.Neg()})
		case u.Op() == uop.OpMul && exact && u.Src()[1].IsConst():
			stack = append(stack, term{u.Src()[0], k.Mul(u.Src()[1].ConstWide())})
		case u.Op() == uop.OpMul && exact && u.Src()[0].IsConst():
			stack = append(stack, term{u.Src()[1], k.Mul(u.Src()[0].ConstWide())})
		case u.Op() == uop.OpCast && u.DType().IsInt() && u.Src()[0].DType().IsInt() && fits(u):
			stack = append(stack, term{u.Src()[0], k})
		default:
			f.coef[u] = f.coef[u].Add(k)
			if f.coef[u].Sign() == 0 {
				delete(f.coef, u)
			}
		}
	}
}

// trueSum tells whether a ring op's value is that of its operands in unbounded integers. That its
// own value fits is not enough: a wrap below it may have been undone by this very op, and then the
// operands' machine values do not add up to it.
func trueSum(u *uop.UOp) bool {
	for _, s := range u.Src() {
		if !s.Nowrap() {
			return false
		}
	}
	return u.Nowrap()
}

// fits tells whether a cast between integers keeps every value of its source.
func fits(u *uop.UOp) bool {
	lo, hi := uop.DTypeRange(u.DType())
	s := u.Src()[0]
	return !s.Vmin().Less(lo) && !hi.Less(s.Vmax())
}

// atoms lists the atoms from the last made to the first: a loop counter comes before what its
// size is made of.
func (f *linear) atoms() []*uop.UOp {
	out := make([]*uop.UOp, 0, len(f.coef))
	for u := range f.coef {
		out = append(out, u)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID() > out[j].ID() })
	return out
}

// lowest replaces every loop counter by the end of its range that makes f smallest: 0 where it
// counts up, size-1 where it counts down. A loop that runs at all has a size of 1 or more.
func (f *linear) lowest() {
	for again := true; again; {
		again = false
		for _, u := range f.atoms() {
			if u.Op() != uop.OpRange {
				continue
			}
			k := f.coef[u]
			delete(f.coef, u)
			if k.Sign() < 0 {
				f.addTerm(u.Src()[0], k)
				f.c = f.c.Sub(k)
			}
			again = true
			break
		}
	}
}

// splitSizes writes n as c*(n//c) + n%c where either part is in f, so that they can cancel.
func (f *linear) splitSizes() {
	for _, u := range f.atoms() {
		if u.Op() != uop.OpFloordiv && u.Op() != uop.OpFloormod || !u.Src()[1].IsConst() {
			continue
		}
		n, c := u.Src()[0], u.Src()[1]
		k, ok := f.coef[n]
		if !ok || c.ConstWide().Sign() <= 0 {
			continue
		}
		g := n.Graph()
		delete(f.coef, n)
		f.addTerm(g.Bin(uop.OpFloordiv, n, c), k.Mul(c.ConstWide()))
		f.addTerm(g.Bin(uop.OpFloormod, n, c), k)
	}
}

// minimum is the least value that the bounds of the atoms allow.
func (f *linear) minimum() uop.Wide {
	m := f.c
	for u, k := range f.coef {
		if k.Sign() > 0 {
			m = m.Add(u.Vmin().Mul(k))
		} else {
			m = m.Add(u.Vmax().Mul(k))
		}
	}
	return m
}
