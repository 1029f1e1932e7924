package contract

import (
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// parse reads a value that the test's author got right.
func parse(t testing.TB, d uop.DType, s string) uint64 {
	t.Helper()
	v, err := ParseValue(d, s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestReduce has sums worked by hand. In f32, big = 2^24 takes a 1 without a trace.
func TestReduce(t *testing.T) {
	const big = "16777216"
	for _, c := range []struct {
		name  string
		op    uop.Op
		d     uop.DType
		lanes int
		x, y  []string
		want  string
	}{
		// ((big+1)+1)+1+1 keeps nothing; lanes of two: (big+1+1) + (1+1) = big+2.
		{"left to right", uop.OpAdd, uop.F32, 1, []string{big, "1", "1", "1", "1"}, nil, "1.6777216e+07"},
		{"two lanes", uop.OpAdd, uop.F32, 2, []string{big, "1", "1", "1", "1"}, nil, "1.6777218e+07"},
		// Lanes big, 1, -big, 1: (big + -big) + (1 + 1), for lane 0 meets lane 2 first.
		{"the tree halves", uop.OpAdd, uop.F32, 4, []string{big, "1", "-" + big, "1"}, nil, "2.0"},
		// (big + 1) + (-big + 1) = big - (2^24-1); neighbours first would give 0 + 2.
		{"neighbours meet last", uop.OpAdd, uop.F32, 4, []string{big, "-" + big, "1", "1"}, nil, "1.0"},
		// Lanes 1+1, big, 1, empty, ...: lane 0 is 2, then (2 + 1) + big = big + 3 -> tie to even, big+4.
		{"a partial second row", uop.OpAdd, uop.F32, 4, []string{"1", big, "1", "0", "1"}, nil, "1.677722e+07"},
		{"fewer than lanes", uop.OpAdd, uop.F32, 8, []string{big, "1", "-" + big}, nil, "1.0"},
		{"five of eight", uop.OpAdd, uop.F32, 8, []string{big, "1", "1", "1", "-" + big}, nil, "3.0"},
		{"one of 64", uop.OpAdd, uop.F32, 64, []string{"-0.0"}, nil, "-0.0"},
		{"minus zeros", uop.OpAdd, uop.F32, 4, []string{"-0.0", "-0.0", "-0.0", "-0.0", "-0.0"}, nil, "-0.0"},
		{"minus zeros, some lanes empty", uop.OpAdd, uop.F64, 4, []string{"-0.0", "-0.0"}, nil, "-0.0"},
		{"a plus zero", uop.OpAdd, uop.F64, 4, []string{"-0.0", "-0.0", "0.0"}, nil, "0.0"},
		{"empty sum", uop.OpAdd, uop.F32, 4, nil, nil, "0.0"},
		{"empty product", uop.OpMul, uop.F64, 1, nil, nil, "1.0"},
		{"empty max", uop.OpMax, uop.F32, 1, nil, nil, "-inf"},
		{"empty max, i8", uop.OpMax, uop.I8, 1, nil, nil, "-128"},
		{"empty max, u8", uop.OpMax, uop.U8, 1, nil, nil, "0"},
		{"empty max, bool", uop.OpMax, uop.Bool, 1, nil, nil, "false"},
		{"empty and, bool", uop.OpAnd, uop.Bool, 1, nil, nil, "true"},
		{"empty mul, bool", uop.OpMul, uop.Bool, 1, nil, nil, "true"},
		{"empty and, u16", uop.OpAnd, uop.U16, 1, nil, nil, "65535"},
		{"empty and, i16", uop.OpAnd, uop.I16, 1, nil, nil, "-1"},
		{"empty or", uop.OpOr, uop.U64, 2, nil, nil, "0"},
		{"empty xor", uop.OpXor, uop.I64, 2, nil, nil, "0"},
		{"empty fma", uop.OpFma, uop.F32, 4, nil, nil, "0.0"},
		// MAX gives its second operand when either is NaN, so a NaN is forgotten by the
		// next element, and stays when it comes last.
		{"a NaN in the middle", uop.OpMax, uop.F32, 1, []string{"5", "nan", "3"}, nil, "3.0"},
		{"a NaN at the end", uop.OpMax, uop.F32, 1, []string{"5", "3", "nan"}, nil, "nan"},
		{"a NaN first", uop.OpMax, uop.F32, 1, []string{"nan", "5", "3"}, nil, "5.0"},
		// Lanes max(5,3) = 5 and NaN: the join is MAX(5, NaN).
		{"a NaN in the last lane", uop.OpMax, uop.F32, 2, []string{"5", "nan", "3"}, nil, "nan"},
		{"a NaN in the first lane", uop.OpMax, uop.F32, 2, []string{"nan", "5"}, nil, "5.0"},
		{"max of zeros", uop.OpMax, uop.F32, 1, []string{"0.0", "-0.0"}, nil, "-0.0"},
		{"max of ints", uop.OpMax, uop.I32, 2, []string{"-5", "-3", "-9"}, nil, "-3"},
		{"wrapping", uop.OpAdd, uop.I8, 2, []string{"127", "1", "1"}, nil, "-127"},
		{"xor", uop.OpXor, uop.U8, 4, []string{"1", "2", "4", "8", "1"}, nil, "14"},
		{"all", uop.OpAnd, uop.Bool, 2, []string{"true", "true", "false"}, nil, "false"},
		// fma: (1+2^-12)^2 = 1 + 2^-11 + 2^-24 rounds to 1 + 2^-11 (a tie, to even) as the
		// first of a lane; the same as an addend to -(1+2^-11) keeps the 2^-24.
		{"fma rounds the first", uop.OpFma, uop.F32, 1, []string{"1.000244140625"}, []string{"1.000244140625"}, "1.0004883"},
		{"fma keeps the rest", uop.OpFma, uop.F32, 1,
			[]string{"-1.00048828125", "1.000244140625"}, []string{"1", "1.000244140625"}, "5.9604645e-08"},
		{"fma lanes join by add", uop.OpFma, uop.F32, 2,
			[]string{"-1.00048828125", "1.000244140625"}, []string{"1", "1.000244140625"}, "0.0"},
		{"fma of minus zero", uop.OpFma, uop.F64, 4, []string{"-0.0"}, []string{"1"}, "-0.0"},
	} {
		at := func(i int) (x, y uint64) {
			if c.y != nil {
				y = parse(t, c.d, c.y[i])
			}
			return parse(t, c.d, c.x[i]), y
		}
		if got := FormatValue(c.d, Reduce(c.op, c.d, c.lanes, len(c.x), at)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// reduceOps are the ops that REDUCE takes.
var reduceOps = []uop.Op{uop.OpAdd, uop.OpMul, uop.OpMax, uop.OpAnd, uop.OpOr, uop.OpXor}

// TestLaneStart checks that a start leaves every first element as it is.
func TestLaneStart(t *testing.T) {
	r := newRand(t)
	for _, op := range reduceOps {
		for _, d := range uop.ValueDTypes() {
			if !op.Takes(d) {
				continue
			}
			list := specials(d)
			for range 1000 {
				list = append(list, random(r, d))
			}
			for _, x := range list {
				if got := Eval(op, d, d, LaneStart(op, d), x, 0); got != x {
					t.Errorf("%v %v: start with %s gives %s", op, d, FormatValue(d, x), FormatValue(d, got))
				}
			}
		}
	}
	for _, d := range []uop.DType{uop.F32, uop.F64} {
		for _, x := range specials(d) {
			for _, y := range specials(d) {
				got := Eval(uop.OpFma, d, d, x, y, LaneStart(uop.OpFma, d))
				if want := Eval(uop.OpMul, d, d, x, y, 0); got != want {
					t.Errorf("fma %v of %s and %s: %#x, want %#x", d, FormatValue(d, x), FormatValue(d, y), got, want)
				}
			}
		}
	}
}

// TestReducePadding folds by padded lanes, as compiled code does, and compares: starting
// every lane from LaneStart changes nothing, empty lanes at the join included.
func TestReducePadding(t *testing.T) {
	r := newRand(t)
	for range 3000 {
		op, d := reduceOps[r.IntN(len(reduceOps))], uop.ValueDTypes()[r.IntN(12)]
		if !op.Takes(d) || op == uop.OpMax && d.IsFloat() {
			continue // MAX(x, -inf) is -inf when x is NaN: padding the right side would show
		}
		lanes, x := 1<<r.IntN(6), make([]uint64, r.IntN(100)+1)
		acc := make([]uint64, lanes)
		for l := range acc {
			acc[l] = LaneStart(op, d)
		}
		for i := range x {
			x[i] = random(r, d)
			acc[i%lanes] = Eval(op, d, d, acc[i%lanes], x[i], 0)
		}
		for s := lanes / 2; s >= 1; s /= 2 {
			for i := range s {
				acc[i] = Eval(op, d, d, acc[i], acc[i+s], 0)
			}
		}
		got := Reduce(op, d, lanes, len(x), func(i int) (uint64, uint64) { return x[i], 0 })
		if got != acc[0] {
			t.Fatalf("%v %v, %d lanes, %d elements: %#x, padded %#x", op, d, lanes, len(x), got, acc[0])
		}
	}
}

// TestReducerAgain checks that Result leaves a Reducer as new.
func TestReducerAgain(t *testing.T) {
	r := NewReducer(uop.OpAdd, uop.I32, 4)
	for range 3 {
		for i := range uint64(6) {
			r.Add(i, 0)
		}
		if got := r.Result(); got != 15 {
			t.Fatalf("sum of 0..5: %d", got)
		}
	}
}
