package prove

import (
	"fmt"
	"math/big"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// form is the theory that a dtype is modelled in.
type form uint8

const (
	asBool form = iota
	asBV
	asInt // an unbounded integer, or one between lo and hi
	asFP
)

// rep is the model of a dtype. Its d is the dtype itself, or a dtype of the same kind when the
// width is one that no dtype has: then real is false.
type rep struct {
	form
	d      uop.DType
	real   bool
	bits   int
	signed bool
	lo, hi string // asInt: the ends and their distance plus 1; empty for unbounded
	mod    string
	eb, sb int // asFP: bits of the exponent and of the significand
}

// repOf gives the exact model of a dtype: bit vectors for integers, index being unbounded.
func repOf(d uop.DType) rep {
	r := rep{d: d, real: true, bits: d.Bits(), signed: d.IsSigned()}
	switch d.Kind() {
	case uop.KindBool:
		r.form = asBool
	case uop.KindIndex:
		r.form = asInt
	case uop.KindFloat:
		r.form, r.eb, r.sb = asFP, 8, 24
		if d == uop.F64 {
			r.eb, r.sb = 11, 53
		}
	default:
		r.form = asBV
	}
	return r
}

// narrow models integers of a width of its own, of the kind of d.
func narrow(d uop.DType, bits int) rep {
	return rep{form: asBV, d: d, bits: bits, signed: d.IsSigned()}
}

// between models integers of any width, of the kind of d. The names of the ends are declared by
// script.ends.
func between(d uop.DType) rep {
	return rep{form: asInt, d: d, signed: d.IsSigned(), lo: "LO", hi: "HI", mod: "MOD"}
}

// small models a float format of its own.
func small(d uop.DType, eb, sb int) rep { return rep{form: asFP, d: d, eb: eb, sb: sb, bits: eb + sb} }

// sort gives the SMT-LIB sort.
func (r rep) sort() string {
	switch r.form {
	case asBool:
		return "Bool"
	case asBV:
		return fmt.Sprintf("(_ BitVec %d)", r.bits)
	case asFP:
		return fmt.Sprintf("(_ FloatingPoint %d %d)", r.eb, r.sb)
	}
	return "Int"
}

// fp makes a call of a conversion to the format.
func (r rep) fp(args string) string { return fmt.Sprintf("((_ to_fp %d %d) %s)", r.eb, r.sb, args) }

// bv writes v modulo 2^bits as a bit vector.
func bv(v *big.Int, bits int) string {
	m := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	return fmt.Sprintf("(_ bv%s %d)", new(big.Int).Mod(v, m), bits)
}

func integer(v *big.Int) string {
	if v.Sign() < 0 {
		return "(- " + new(big.Int).Neg(v).String() + ")"
	}
	return v.String()
}

// whole writes an integer in the dtype: wrapped, or rounded, but not wrapped when asInt.
func (r rep) whole(v int64) string {
	switch r.form {
	case asBool:
		return fmt.Sprint(v != 0)
	case asBV:
		return bv(big.NewInt(v), r.bits)
	case asFP:
		if v == 0 {
			return fmt.Sprintf("(_ +zero %d %d)", r.eb, r.sb)
		}
		return r.fp("RNE " + decimal(new(big.Rat).SetInt64(v)))
	}
	return integer(big.NewInt(v))
}

// raw writes the value that package contract encodes as bits.
func (r rep) raw(bits uint64) string {
	switch r.form {
	case asBool:
		return fmt.Sprint(bits != 0)
	case asFP:
		return r.fp(bv(new(big.Int).SetUint64(bits), r.d.Bits()))
	}
	return r.fromBig(bigOf(r.d, bits))
}

func (r rep) fromBig(v *big.Int) string {
	if r.form == asBV {
		return bv(v, r.bits)
	}
	return integer(v)
}

// bigOf gives the value of an integer or bool.
func bigOf(d uop.DType, bits uint64) *big.Int {
	if d.IsSigned() {
		return big.NewInt(int64(bits))
	}
	return new(big.Int).SetUint64(bits)
}

// ends gives the least and the greatest value; false when there is none.
func (r rep) ends() (lo, hi *big.Int, ok bool) {
	switch {
	case r.form == asBool:
		return big.NewInt(0), big.NewInt(1), true
	case r.form != asBV:
		return nil, nil, false
	}
	n := r.bits
	lo = new(big.Int)
	if r.signed {
		n--
		lo.Neg(new(big.Int).Lsh(big.NewInt(1), uint(n)))
	}
	hi = new(big.Int).Lsh(big.NewInt(1), uint(n))
	return lo, hi.Sub(hi, big.NewInt(1)), true
}

// decimal writes a number as an SMT-LIB real.
func decimal(q *big.Rat) string {
	s := fmt.Sprintf("(/ %s.0 %s.0)", new(big.Int).Abs(q.Num()), q.Denom())
	if q.Sign() < 0 {
		s = "(- " + s + ")"
	}
	return s
}

// number converts the text of a literal; false when it has no exact value in the dtype.
func (r rep) number(text string) (term string, v *big.Int, ok bool) {
	q, isNum := new(big.Rat).SetString(text)
	switch {
	case r.form == asFP:
		bits, err := contract.ParseValue(r.d, text)
		if err != nil {
			return "", nil, false
		}
		if !isNum || r.real {
			return r.raw(bits), nil, !isNum || exactly(r.d, bits, q)
		}
		return r.fp("RNE " + decimal(q)), nil, true
	case !isNum || !q.IsInt():
		return "", nil, false
	case r.form == asBool:
		return fmt.Sprint(q.Sign() != 0), q.Num(), q.Num().IsInt64() && uint64(q.Num().Int64()) <= 1
	}
	if lo, hi, has := r.ends(); has && (q.Num().Cmp(lo) < 0 || q.Num().Cmp(hi) > 0) {
		return "", nil, false
	}
	return r.fromBig(q.Num()), q.Num(), true
}

func exactly(d uop.DType, bits uint64, q *big.Rat) bool {
	got := new(big.Rat).SetFloat64(contract.Float(d, bits))
	return got != nil && got.Cmp(q) == 0
}
