package rules

import (
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/uop"
)

// isInt tells whether u is the constant v, wrapped or rounded to its dtype.
func isInt(u *uop.UOp, v int64) bool {
	k := u.Konst()
	return k != nil && k.Bits() == contract.FromInt(u.DType(), v)
}

// wide gives the value of an integer constant.
func wide(u *uop.UOp) (uop.Wide, bool) {
	if k := u.Konst(); k != nil && !k.DType().IsFloat() {
		return k.ConstWide(), true
	}
	return uop.Wide{}, false
}

// nowrap tells that u's value is its value in unbounded integers. Index values never wrap: that
// the caller of a kernel has proved.
func nowrap(u *uop.UOp) bool { return rewrite.Nowrap(u) }

func fits(d uop.DType, w uop.Wide) bool { return rewrite.Fits(d, w) }
