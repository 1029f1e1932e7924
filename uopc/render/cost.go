package render

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// Costs are in operations of about a nanosecond unvectorised. They are estimates, and bound how
// long a call runs; nothing else depends on them.
const (
	// smallWork is a loop that is never cut: some microseconds.
	smallWork = 1 << 12
	// smallTrips is a number of iterations that is not worth telling from fewer.
	smallTrips = 1 << 12
	// unknownTrips stands for a trip count that the parameters do not tell.
	unknownTrips = 1e9
)

var opCost = map[uop.Op]float64{
	uop.OpFloordiv: 8, uop.OpFloormod: 8, uop.OpFdiv: 5, uop.OpRecip: 5, uop.OpSqrt: 6, uop.OpFma: 4,
}

// cost is known + the sum of the terms, in floating point so that it cannot overflow.
type cost struct {
	known float64
	terms []costTerm
}

// costTerm is trips times inner.
type costTerm struct {
	trips string
	inner cost
}

func (c cost) static() bool { return len(c.terms) == 0 }

// String writes c in the syntax that C and Go share.
func (c cost) String() string {
	var parts []string
	if c.known != 0 || len(c.terms) == 0 {
		parts = append(parts, number(c.known))
	}
	for _, t := range c.terms {
		inner := t.inner.String()
		if strings.Contains(inner, " + ") {
			inner = "(" + inner + ")"
		}
		parts = append(parts, inner+"*"+t.trips)
	}
	return strings.Join(parts, " + ")
}

func number(v float64) string {
	s := strconv.FormatFloat(v, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// costs measures statements. The formats are what the languages spell differently.
type costs struct {
	p       *Program
	toFloat string // "as_double(%s)"
	atLeast string // "max(0, %[1]s)": not less than nothing
	slots   []string
}

func (k *costs) body(body []Stmt) cost {
	var c cost
	for i := range body {
		s := &body[i]
		switch s.Kind {
		case Let:
			c.known += weight(s.Node)
		case Store:
			c.known++
		case Loop:
			k.addLoop(&c, s)
		}
	}
	return c
}

func weight(u *uop.UOp) float64 {
	if w, ok := opCost[u.Op()]; ok {
		return w
	}
	return 1
}

func (k *costs) addLoop(c *cost, s *Stmt) {
	trips, static, known := k.trips(s.Node)
	inner := k.body(s.Body)
	inner.known++
	switch {
	case known && inner.static():
		c.known += static * inner.known
	default:
		c.terms = append(c.terms, costTerm{trips, inner})
	}
}

// trips bounds the trip count of a loop, from above, by what the parameters tell.
func (k *costs) trips(r *uop.UOp) (text string, static float64, known bool) {
	size := r.Src()[0]
	if bits, ok := k.p.consts[size]; ok {
		n := max(0, int64(bits))
		return number(float64(n)), float64(n), true
	}
	if n, ok := size.Vmax().Int64(); ok && n <= smallTrips {
		n = max(0, n)
		return number(float64(n)), float64(n), true
	}
	if size.Op() == uop.OpParam {
		return k.param(size), 0, false
	}
	if s, ok := k.bound(size, true, 0); ok {
		return fmt.Sprintf(k.atLeast, s), 0, false
	}
	return number(unknownTrips), 0, false
}

func (k *costs) param(u *uop.UOp) string {
	return fmt.Sprintf(k.toFloat, k.slots[u.X().Slot])
}

// bound writes an upper or lower bound of an index value in terms of the parameters.
func (k *costs) bound(u *uop.UOp, upper bool, depth int) (string, bool) {
	limit := u.Vmin()
	if upper {
		limit = u.Vmax()
	}
	if v, ok := limit.Int64(); ok && v >= -smallTrips && v <= smallTrips {
		return bracket(number(float64(v))), true
	}
	if depth > 8 {
		return "", false
	}
	switch u.Op() {
	case uop.OpConst:
		return bracket(number(float64(int64(u.Bits())))), true
	case uop.OpParam:
		return k.param(u), true
	case uop.OpRange:
		return k.bound(u.Src()[0], upper, depth+1) // only upper gets here: a counter is at least 0
	case uop.OpNeg:
		return k.minOrNeg(u, upper, depth)
	case uop.OpAdd:
		return k.both(u, " + ", upper, depth)
	case uop.OpMax:
		return k.both(u, " + ", upper, depth, 0)
	case uop.OpMul:
		return k.product(u, upper, depth)
	case uop.OpWhere:
		return k.where(u, upper, depth)
	case uop.OpFloordiv:
		if y := u.Src()[1]; y.IsConst() && upper && u.Src()[0].Vmin().Sign() >= 0 && y.Vmin().Sign() > 0 {
			a, ok := k.bound(u.Src()[0], true, depth+1)
			return a + "/" + number(float64(int64(y.Bits()))), ok
		}
	}
	return "", false
}

func bracket(s string) string {
	if strings.HasPrefix(s, "-") {
		return "(" + s + ")"
	}
	return s
}

// both joins the bounds of two sources. With least given, both must be at least that: the sum of
// two such values bounds the larger of them.
func (k *costs) both(u *uop.UOp, op string, upper bool, depth int, least ...int64) (string, bool) {
	for _, s := range u.Src() {
		for _, l := range least {
			if !upper || s.Vmin().Less(uop.Wide64(l)) {
				return "", false
			}
		}
	}
	a, ok := k.bound(u.Src()[0], upper, depth+1)
	b, ok2 := k.bound(u.Src()[1], upper, depth+1)
	return "(" + a + op + b + ")", ok && ok2
}

func (k *costs) product(u *uop.UOp, upper bool, depth int) (string, bool) {
	for i, y := range u.Src() {
		if v, ok := k.p.consts[y]; ok || y.IsConst() {
			if !ok {
				v = y.Bits()
			}
			a, ok := k.bound(u.Src()[1-i], upper == (int64(v) >= 0), depth+1)
			return a + "*" + bracket(number(float64(int64(v)))), ok
		}
	}
	return k.both(u, "*", upper, depth, 0)
}

// minOrNeg sees through -max(-a, -b), which is how a minimum is written: the smaller of two
// upper bounds is one of them, and the constant one is the tighter where there is one.
func (k *costs) minOrNeg(u *uop.UOp, upper bool, depth int) (string, bool) {
	x := u.Src()[0]
	if x.Op() == uop.OpMax && upper {
		for i := 1; i >= 0; i-- {
			if s, ok := k.bound(x.Src()[i], false, depth+1); ok {
				return "(-" + bracket(s) + ")", true
			}
		}
	}
	s, ok := k.bound(x, !upper, depth+1)
	return "(-" + bracket(s) + ")", ok
}

// where bounds a choice: a minimum by its constant, else two non-negative branches by their sum.
func (k *costs) where(u *uop.UOp, upper bool, depth int) (string, bool) {
	c, a, b := u.Src()[0], u.Src()[1], u.Src()[2]
	if c.Op() == uop.OpCmplt && c.Src()[0] == a && c.Src()[1] == b && upper {
		if a.IsConst() {
			return k.bound(a, true, depth+1)
		}
		return k.bound(b, true, depth+1)
	}
	if !upper || a.Vmin().Sign() < 0 || b.Vmin().Sign() < 0 {
		return "", false
	}
	s, ok := k.bound(a, true, depth+1)
	t, ok2 := k.bound(b, true, depth+1)
	return "(" + s + " + " + t + ")", ok && ok2
}
