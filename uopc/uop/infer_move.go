package uop

func inferMove(op Op, _ Arg, x *Ext, src []*UOp) (typed, *Error) {
	if len(src) == 0 {
		return typed{}, errf(op, "needs a value, got no sources")
	}
	v := src[0]
	if v.space != ALU {
		return typed{}, errf(op, "needs a value, got %s", describe(v))
	}
	s, err := moveTable[op](op, v.Shape(), x.Dims, src[1:])
	if err != nil {
		return typed{}, err
	}
	return typed{v.dtype, s, ALU}, nil
}

var moveTable = [NumOps]func(Op, Shape, []int64, []*UOp) (Shape, *Error){
	OpReshape: moveReshape,
	OpExpand:  moveExpand,
	OpPermute: movePermute,
	OpShrink:  moveShrink,
	OpPad:     movePad,
	OpFlip:    moveFlip,
}

// moveReshape keeps the number of elements: the product of the numbers and the dynamic sizes
// themselves must be the same on both sides.
func moveReshape(op Op, from Shape, spec []int64, dyn []*UOp) (Shape, *Error) {
	to, err := dims(op, spec, dyn)
	if err != nil {
		return nil, err
	}
	n1, d1 := split(from)
	n2, d2 := split(to)
	if n1 != n2 || !sameBag(d1, d2) {
		return nil, errf(op, "cannot make %v from %v: the numbers of elements differ", to, from)
	}
	return to, nil
}

func split(s Shape) (n int64, dyn []*UOp) {
	n = 1
	for _, d := range s {
		if d.U != nil {
			dyn = append(dyn, d.U)
		} else {
			n *= d.N
		}
	}
	return n, dyn
}

func sameBag(a, b []*UOp) bool {
	if len(a) != len(b) {
		return false
	}
	count := map[*UOp]int{}
	for i := range a {
		count[a[i]]++
		count[b[i]]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

func moveExpand(op Op, from Shape, spec []int64, dyn []*UOp) (Shape, *Error) {
	to, err := dims(op, spec, dyn)
	if err != nil {
		return nil, err
	}
	if len(to) != len(from) {
		return nil, errf(op, "needs a size for each of the %d axes of %v, got %v", len(from), from, to)
	}
	for i := range to {
		if to[i] != from[i] && from[i] != Static(1) {
			return nil, errf(op, "axis %d of %v must be 1 to become %v", i, from, to[i])
		}
	}
	return to, nil
}

func movePermute(op Op, from Shape, order []int64, _ []*UOp) (Shape, *Error) {
	if len(order) != len(from) {
		return nil, errf(op, "needs an order of the %d axes of %v, got %d numbers", len(from), from, len(order))
	}
	to := make(Shape, len(from))
	seen := make([]bool, len(from))
	for i, k := range order {
		if k < 0 || k >= int64(len(from)) || seen[k] {
			return nil, errf(op, "order must name each axis 0 to %d once", len(from)-1)
		}
		seen[k] = true
		to[i] = from[k]
	}
	return to, nil
}

// moveShrink and movePad take numbers: a window that depends on a dynamic size is for a later
// version of the format, and refused by name here.
func moveShrink(op Op, from Shape, win []int64, dyn []*UOp) (Shape, *Error) {
	if len(dyn) > 0 {
		return nil, errf(op, "needs a window of numbers")
	}
	if len(win) != 2*len(from) {
		return nil, errf(op, "needs begin and end for each of the %d axes of %v", len(from), from)
	}
	to := make(Shape, len(from))
	for i, d := range from {
		b, e := win[2*i], win[2*i+1]
		if d.U != nil {
			return nil, errf(op, "axis %d has a dynamic size, which a window of numbers may not fit", i)
		}
		if b < 0 || b > e || e > d.N {
			return nil, errf(op, "window [%d, %d) is outside axis %d of %v", b, e, i, from)
		}
		to[i] = Static(e - b)
	}
	return to, nil
}

func movePad(op Op, from Shape, pad []int64, dyn []*UOp) (Shape, *Error) {
	if len(dyn) > 0 {
		return nil, errf(op, "needs numbers of zeros")
	}
	if len(pad) != 2*len(from) {
		return nil, errf(op, "needs zeros before and after for each of the %d axes of %v", len(from), from)
	}
	to := make(Shape, len(from))
	for i, d := range from {
		b, e := pad[2*i], pad[2*i+1]
		if min(b, e) < 0 || max(b, e) > MaxElems {
			return nil, errf(op, "zeros before and after axis %d must be from 0 to %d, got %d and %d", i, int64(MaxElems), b, e)
		}
		switch {
		case b == 0 && e == 0:
			to[i] = d
		case d.U != nil:
			return nil, errf(op, "axis %d has a dynamic size, which numbers of zeros cannot extend", i)
		default:
			to[i] = Static(d.N + b + e)
		}
	}
	return to, checkCount(op, to)
}

func moveFlip(op Op, from Shape, flags []int64, _ []*UOp) (Shape, *Error) {
	if len(flags) != len(from) {
		return nil, errf(op, "needs 0 or 1 for each of the %d axes of %v", len(from), from)
	}
	for _, f := range flags {
		if f != 0 && f != 1 {
			return nil, errf(op, "needs 0 or 1 for each axis, got %d", f)
		}
	}
	return from, nil
}
