package contract

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

func TestFormatValue(t *testing.T) {
	for _, c := range []struct {
		d    uop.DType
		v    float64
		want string
	}{
		{uop.F32, 1, "1.0"}, {uop.F32, math.Copysign(0, -1), "-0.0"}, {uop.F32, 0, "0.0"}, {uop.F32, 1e8, "1e+08"},
		{uop.F32, 0x1p-23, "1.1920929e-07"}, {uop.F64, 0x1p-23, "1.1920928955078125e-07"}, {uop.F32, 0.1, "0.1"},
		{uop.F32, math.NaN(), "nan"}, {uop.F64, math.Inf(1), "inf"}, {uop.F64, math.Inf(-1), "-inf"},
		{uop.F32, 123456789, "1.2345679e+08"}, {uop.F64, 100000, "100000.0"}, {uop.F64, 1e6, "1e+06"}, {uop.F64, -2.5, "-2.5"},
		{uop.F64, 1e-5, "1e-05"}, {uop.F64, 1e300, "1e+300"}, {uop.F32, math.MaxFloat32, "3.4028235e+38"},
		{uop.I8, -128, "-128"}, {uop.U8, 255, "255"}, {uop.Index, -1, "-1"}, {uop.U64, 0x1p64, "18446744073709551615"},
		{uop.Bool, 1, "true"}, {uop.Bool, 0, "false"},
	} {
		if got := FormatValue(c.d, FromFloat(c.d, c.v)); got != c.want {
			t.Errorf("%v %v: %s, want %s", c.d, c.v, got, c.want)
		}
	}
}

func TestParseValue(t *testing.T) {
	for _, c := range []struct {
		d    uop.DType
		s    string
		want string
	}{
		{uop.F32, "1.5", "1.5"}, {uop.F32, "1", "1.0"}, {uop.F32, "-0.0", "-0.0"}, {uop.F32, "-0", "-0.0"}, {uop.F32, "1e8", "1e+08"},
		{uop.F64, "0x10", "16.0"}, {uop.F64, "-0x1.8p1", "-3.0"}, {uop.F32, ".5", "0.5"}, {uop.F32, "nan", "nan"}, {uop.F32, "-inf", "-inf"},
		{uop.F64, "inf", "inf"}, {uop.F64, "NaN", "nan"}, {uop.F32, "1e-60", "0.0"}, {uop.F32, "-1e-60", "-0.0"},
		// Just above the midpoint of 1 and the next f32, by less than f64 can tell: up, not to even.
		{uop.F32, "1.000000059604644775390625000000000001", "1.0000001"},
		{uop.F32, "1.000000059604644775390625", "1.0"},
		{uop.F32, "3.4028235677973366e38", "3.4028235e+38"}, {uop.F32, "3.4028235677973367e38", "error"}, {uop.F64, "1e309", "error"},
		{uop.I32, "7", "7"}, {uop.I32, "-7", "-7"}, {uop.I32, "+7", "7"}, {uop.I32, "0x10", "16"}, {uop.I32, "-0x80000000", "-2147483648"},
		{uop.I32, "-0", "0"}, {uop.I32, "010", "10"}, {uop.U64, "0xffffffffffffffff", "18446744073709551615"},
		{uop.I64, "-9223372036854775808", "-9223372036854775808"}, {uop.Index, "9223372036854775807", "9223372036854775807"},
		{uop.I8, "-128", "-128"}, {uop.I8, "128", "error"}, {uop.I8, "-129", "error"}, {uop.U8, "256", "error"}, {uop.U8, "-1", "error"},
		{uop.U8, "-0", "0"}, {uop.U64, "18446744073709551616", "error"}, {uop.Index, "9223372036854775808", "error"},
		{uop.I32, "1.5", "error"}, {uop.I32, "1e8", "error"}, {uop.I32, "", "error"}, {uop.I32, "-", "error"}, {uop.I32, "--1", "error"},
		{uop.I32, "+-1", "error"}, {uop.I32, "1_000", "error"}, {uop.I32, "0x", "error"}, {uop.I32, "true", "error"}, {uop.I32, " 1", "error"},
		{uop.F32, "", "error"}, {uop.F32, "true", "error"}, {uop.F32, "1.5f", "error"}, {uop.F32, "0x1_0p0", "error"}, {uop.F32, "0xzz", "error"},
		{uop.Bool, "true", "true"}, {uop.Bool, "false", "false"}, {uop.Bool, "1", "error"}, {uop.Bool, "TRUE", "error"},
		{uop.Void, "1", "error"},
	} {
		v, err := ParseValue(c.d, c.s)
		got := "error"
		if err == nil {
			got = FormatValue(c.d, v)
		}
		if got != c.want {
			t.Errorf("%v %q: %s (%v), want %s", c.d, c.s, got, err, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		d       uop.DType
		s, want string
	}{
		{uop.I32, "2147483648", "2147483648 does not fit in i32, which goes from -2147483648 to 2147483647"},
		{uop.U8, "-1", "-1 does not fit in u8, which goes from 0 to 255"},
		{uop.I32, "1.5", `"1.5" is not an integer: i32 takes digits such as 7, -7 or 0x10`},
		{uop.F32, "1e40", "1e40 does not fit in f32, whose largest number is 3.4028235e+38: write inf for infinity"},
		{uop.F64, "x", `"x" is not a number: f64 takes such as 1.5, -0.0, 1e8, nan, inf or -inf`},
		{uop.Bool, "1", `"1" is not a bool: want true or false`},
		{uop.Void, "1", "void has no values"},
	} {
		_, err := ParseValue(c.d, c.s)
		if err == nil || err.Error() != c.want {
			t.Errorf("%v %q: %v, want %s", c.d, c.s, err, c.want)
		}
	}
}

// TestRoundTrip checks that every text reads back to the value that it was made from.
func TestRoundTrip(t *testing.T) {
	r := newRand(t)
	for _, d := range uop.ValueDTypes() {
		list := specials(d)
		for range 20_000 {
			list = append(list, random(r, d))
		}
		for _, v := range list {
			s := FormatValue(d, v)
			got, err := ParseValue(d, s)
			if err != nil || got != v {
				t.Fatalf("%v %#x: %s reads as %#x, error %v", d, v, s, got, err)
			}
			if d.IsFloat() && !strings.ContainsAny(s, ".en") {
				t.Fatalf("%v %#x: %s reads as an integer", d, v, s)
			}
		}
	}
}

// FuzzParseValue checks that no text panics, and that what is read formats and reads again.
func FuzzParseValue(f *testing.F) {
	for _, s := range []string{"1.5", "-0.0", "0x10", "1e8", "nan", "-inf", "true", "99999999999999999999", "0x1p-149", "_", "+"} {
		f.Add(uint8(uop.F32), s)
	}
	f.Fuzz(func(t *testing.T, k uint8, s string) {
		d := uop.ValueDTypes()[int(k)%len(uop.ValueDTypes())]
		v, err := ParseValue(d, s)
		if err != nil {
			return
		}
		if v != Canon(d, v) {
			t.Errorf("%v %q: %#x is not canonical", d, s, v)
		}
		if w, err := ParseValue(d, FormatValue(d, v)); err != nil || w != v {
			t.Errorf("%v %q: %#x reads back as %#x, error %v", d, s, v, w, err)
		}
	})
}

func ExampleEval() {
	m2 := FromInt(uop.I32, -2)
	q := Eval(uop.OpFloordiv, uop.I32, uop.I32, 7, m2, 0)
	fmt.Println(FormatValue(uop.I32, q))

	x, y := FromFloat(uop.F32, 0.1), FromFloat(uop.F32, 0.2)
	s := Eval(uop.OpAdd, uop.F32, uop.F32, x, y, 0)
	fmt.Println(FormatValue(uop.F32, s))
	// Output:
	// -4
	// 0.3
}
