package render

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// cDialect writes expressions in C. Every expression has the value that the contract gives;
// its C type may be wider where C promotes.
type cDialect struct {
	names  *nameTable
	need   map[string]bool // helpers that the text calls
	consts map[*uop.UOp]uint64
	floats *ranges
}

func (c *cDialect) helper(name string, args ...expr) expr {
	c.need[name] = true
	return call(name, args...)
}

func (c *cDialect) slot(u *uop.UOp) expr { return atom(c.names.slots[u.X().Slot]) }

func (c *cDialect) position(u *uop.UOp, e expr) expr {
	if u.DType().Bits() == 64 {
		return e
	}
	return c.cast("int64_t", e)
}

func (c *cDialect) cast(t string, e expr) expr {
	return expr{"(" + t + ")" + e.at(levelAtom), levelProduct}
}

// narrow brings a result that C computed in int back to a dtype of less than 32 bits.
func (c *cDialect) narrow(d uop.DType, e expr) expr {
	if d.Bits() < 32 && d.IsInt() {
		return c.cast(d.CName(), e)
	}
	return e
}

func (c *cDialect) literal(d uop.DType, bits uint64, user *uop.UOp) expr {
	return cLiteral(d, bits, user != nil && (user.Op() == uop.OpWhere || user.Op() == uop.OpShr))
}

func (c *cDialect) alu(u *uop.UOp, a []expr) expr { return cOps[u.Op()](c, u, a) }

// cOp writes one op.
type cOp func(c *cDialect, u *uop.UOp, a []expr) expr

// cOps is filled in init, for the ops refer to it.
var cOps [uop.NumOps]cOp

func init() {
	cOps = [uop.NumOps]cOp{
		uop.OpNeg: func(c *cDialect, u *uop.UOp, a []expr) expr { return c.narrow(u.DType(), prefix("-", a[0])) },
		uop.OpRecip: func(c *cDialect, u *uop.UOp, a []expr) expr {
			return infix(cLiteral(u.DType(), oneBits(u.DType()), false), "/", a[0])
		},
		uop.OpSqrt:    func(c *cDialect, u *uop.UOp, a []expr) expr { return call(floatName("__builtin_sqrt", u), a[0]) },
		uop.OpTrunc:   func(c *cDialect, u *uop.UOp, a []expr) expr { return c.helper("trunc_"+u.DType().String(), a[0]) },
		uop.OpCast:    cCast,
		uop.OpBitcast: cBitcast,

		uop.OpAdd:   cInt("+"),
		uop.OpMul:   cMul,
		uop.OpFdiv:  func(_ *cDialect, _ *uop.UOp, a []expr) expr { return infix(a[0], "/", a[1]) },
		uop.OpMax:   cMax,
		uop.OpCmplt: cPlain("<"),
		uop.OpCmpne: cPlain("!="),
		uop.OpAnd:   cPlain("&"),
		uop.OpOr:    cPlain("|"),
		uop.OpXor:   cPlain("^"),
		uop.OpShl:   cShl,
		uop.OpShr:   func(c *cDialect, u *uop.UOp, a []expr) expr { return infix(a[0], ">>", c.count(u, a[1])) },

		uop.OpFloordiv: cDivision("/", "floordiv_"),
		uop.OpFloormod: cDivision("%", "floormod_"),

		uop.OpWhere: func(_ *cDialect, _ *uop.UOp, a []expr) expr {
			return expr{a[0].at(levelAtom) + " ? " + a[1].at(levelAtom) + " : " + a[2].at(levelAtom), levelAny}
		},
		uop.OpFma: func(c *cDialect, u *uop.UOp, a []expr) expr { return c.helper("fma_"+u.DType().String(), a...) },
	}
}

func floatName(base string, u *uop.UOp) string {
	if u.DType() == uop.F32 {
		return base + "f"
	}
	return base
}

func cPlain(op string) cOp {
	return func(_ *cDialect, _ *uop.UOp, a []expr) expr { return infix(a[0], op, a[1]) }
}

func cInt(op string) cOp {
	return func(c *cDialect, u *uop.UOp, a []expr) expr { return c.narrow(u.DType(), infix(a[0], op, a[1])) }
}

// cMul multiplies two u16 as unsigned: promoted to int, 65535 * 65535 would overflow.
func cMul(c *cDialect, u *uop.UOp, a []expr) expr {
	switch u.DType() {
	case uop.Bool:
		return infix(a[0], "&", a[1])
	case uop.U16:
		return c.narrow(uop.U16, infix(c.cast("uint32_t", a[0]), "*", a[1]))
	}
	return c.narrow(u.DType(), infix(a[0], "*", a[1]))
}

// cMax never is fmax, which drops a NaN.
func cMax(c *cDialect, u *uop.UOp, a []expr) expr {
	if u.DType() == uop.Bool {
		return infix(a[0], "|", a[1])
	}
	return c.helper("max_"+u.DType().String(), a...)
}

// cDivision uses C's own operator where it agrees: nothing negative and no zero divisor.
func cDivision(op, helper string) cOp {
	return func(c *cDialect, u *uop.UOp, a []expr) expr {
		if plainDivision(u) {
			return infix(a[0], op, a[1])
		}
		return c.helper(helper+u.DType().String(), a...)
	}
}

func plainDivision(u *uop.UOp) bool {
	x, y := u.Src()[0], u.Src()[1]
	return x.Vmin().Sign() >= 0 && y.Vmin().Sign() > 0
}

// cShl shifts as unsigned, where no bit is special, and comes back.
func cShl(c *cDialect, u *uop.UOp, a []expr) expr {
	t := "uint32_t"
	if u.DType().Bits() == 64 {
		t = "uint64_t"
	}
	e := infix(c.cast(t, a[0]), "<<", c.count(u, a[1]))
	if t == u.DType().CName() {
		return e
	}
	return c.cast(u.DType().CName(), e)
}

// count writes a shift count modulo the width.
func (c *cDialect) count(u *uop.UOp, e expr) expr {
	mask := u.DType().Bits() - 1
	if bits, ok := c.consts[u.Src()[1]]; ok {
		return atom(fmt.Sprint(bits & uint64(mask)))
	}
	return infix(e, "&", atom(fmt.Sprint(mask)))
}

func cCast(c *cDialect, u *uop.UOp, a []expr) expr {
	from, to := u.Src()[0].DType(), u.DType()
	switch {
	case from == to:
		return a[0]
	case to == uop.Bool:
		return infix(a[0], "!=", cLiteral(from, 0, false))
	case from.IsFloat() && to.IsInt() && fits(c.floats.at(u.Src()[0]), to):
		return c.cast(to.CName(), a[0])
	case from.IsFloat() && to.IsInt():
		return c.helper(from.String()+"_to_"+to.String(), a[0])
	}
	return c.cast(to.CName(), a[0])
}

func cBitcast(c *cDialect, u *uop.UOp, a []expr) expr {
	from, to := u.Src()[0].DType(), u.DType()
	e := a[0]
	switch {
	case from == to:
		return e
	case from.IsFloat():
		helper := "bits_of_"
		if !c.floats.at(u.Src()[0]).nan {
			helper = "raw_bits_of_"
		}
		e = c.helper(helper+from.String(), e)
		if to.Kind() == uop.KindUint {
			return e
		}
	case to.IsFloat():
		return c.helper(to.String()+"_of_bits", e)
	}
	return c.cast(to.CName(), e)
}
