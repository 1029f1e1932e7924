package vectest

import (
	"math"

	"github.com/uopc/uopc/internal/testrefs/vecref"
)

// formula is what a function of one slice should be near to, from package math.
type formula struct {
	f     func(x float64) float64
	loose float64 // ulps of f64 that the formula itself may be off
}

var formulas = map[string]formula{
	"Sqrt": {math.Sqrt, 0}, "Rsqrt": {func(x float64) float64 { return 1 / math.Sqrt(x) }, 1},
	"Exp": {math.Exp, 1}, "Exp2": {math.Exp2, 1}, "Expm1": {math.Expm1, 1},
	"Log": {log, 1}, "Log2": {func(x float64) float64 { return log(x) / math.Ln2 }, 4}, "Log10": {func(x float64) float64 { return log(x) / math.Ln10 }, 4}, "Log1p": {math.Log1p, 1},
	"Sin": {math.Sin, 1e6}, "Cos": {math.Cos, 1e6}, "Tan": {math.Tan, 1e6},
	"Sinh": {math.Sinh, 4}, "Cosh": {math.Cosh, 2}, "Tanh": {math.Tanh, 4},
	"Asin": {math.Asin, 4}, "Acos": {acos, 4}, "Atan": {math.Atan, 4}, "Cbrt": {math.Cbrt, 1},
	"Erf": {math.Erf, 1}, "Erfc": {math.Erfc, 64},
	"Sigmoid": {sigmoid, 4}, "Softplus": {softplus, 4}, "Silu": {silu, 8}, "Mish": {mish, 16},
	"Gelu": {gelu, 1e5}, "GeluTanh": {geluTanh, 1e5},
	"Floor": {math.Floor, 0}, "Ceil": {math.Ceil, 0}, "Round": {math.Round, 0}, "RoundEven": {math.RoundToEven, 0}, "Trunc": {math.Trunc, 0},
}

var formulas2 = map[string]func(x, y float64) float64{
	"Pow": pow, "Atan2": atan2, "Hypot": math.Hypot, "Mod": math.Mod, "CopySign": copySign, "Div": func(x, y float64) float64 { return x / y },
}

// readNames gives what the slices that a function reads are called, as package math names and orders
// them.
func readNames(name string) []string {
	switch name {
	case "Atan2":
		return []string{"y", "x"}
	case "CopySign":
		return []string{"x", "sign"}
	}
	return []string{"x", "y"}
}

// Of makes a Function of one slice, whose formula is known by its name.
func Of[T vecref.Float](name string, do func(dst, x []T)) Function[T] {
	f := formulas[name]
	return Function[T]{Name: name, Do: do, Ref: f.f, Loose: f.loose}
}

// Of2 makes a Function of two slices.
func Of2[T vecref.Float](name string, do func(dst, x, y []T)) Function[T] {
	f := Function[T]{Name: name, Do2: do, Ref2: formulas2[name], Loose: 4}
	if name == "Pow" {
		f.Loose = 1e4
	}
	return f
}

// log is math.Log, which on amd64 takes subnormal numbers for larger ones.
func log(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

// pow is math.Pow, which inherits that.
func pow(x, y float64) float64 {
	if x > 0 && x < 0x1p-1022 && !math.IsInf(y, 0) {
		return math.Pow(x*0x1p54, y) * math.Exp2(-54*y)
	}
	return math.Pow(x, y)
}

// atan2 is math.Atan2, which loses the sign of y where y/x underflows.
func atan2(y, x float64) float64 { return math.Copysign(math.Atan2(math.Abs(y), x), y) }

// acos is math.Acos without its loss near 1.
func acos(x float64) float64 {
	if !(x*x <= 1) {
		return math.NaN()
	}
	return 2 * math.Atan2(math.Sqrt(1-x), math.Sqrt(1+x))
}

func copySign(x, y float64) float64 {
	if y != y {
		y = 1
	}
	return math.Copysign(x, y)
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func softplus(x float64) float64 { return math.Max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// silu, mish, gelu and geluTanh end at -0 where x does.
func silu(x float64) float64 {
	if math.IsInf(x, -1) {
		return math.Copysign(0, -1)
	}
	if x < -40 {
		return x * math.Exp(x+50) * math.Exp(-50) // 1 + e^x is 1
	}
	return x / (1 + math.Exp(-x))
}

func mish(x float64) float64 {
	if x < -40 {
		return silu(x)
	}
	return x * math.Tanh(softplus(x))
}

func gelu(x float64) float64 {
	if x < -40 {
		return math.Copysign(0, -1)
	}
	return x / 2 * math.Erfc(-x/math.Sqrt2)
}

func geluTanh(x float64) float64 {
	if x < -30 {
		return math.Copysign(0, -1)
	}
	u := math.Sqrt(2/math.Pi) * (x + 0.044715*x*x*x)
	return x / (1 + math.Exp(-2*u))
}
