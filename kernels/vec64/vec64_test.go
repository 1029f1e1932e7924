package vec64

import (
	"testing"

	"github.com/uopc/uopc/kernels/internal/vectest"
)

var kernels = vectest.Kernels[float64]{
	Package: "vec64",
	Sum:     Sum, SumSquares: SumSquares,
	Dot: Dot, L2Sq: L2Sq, Cosine: Cosine,
	Axpy: Axpy, Scale: Scale,
	Add: Add, Mul: Mul, Min: Min, Max: Max,
	Relu: Relu, Clamp: Clamp,
	Functions: functions,
}

var functions = []vectest.Function[float64]{
	vectest.Of("Sqrt", Sqrt),
	vectest.Of("Rsqrt", Rsqrt),
	vectest.Of("Cbrt", Cbrt),
	vectest.Of("Exp", Exp),
	vectest.Of("Exp2", Exp2),
	vectest.Of("Expm1", Expm1),
	vectest.Of("Log", Log),
	vectest.Of("Log2", Log2),
	vectest.Of("Log10", Log10),
	vectest.Of("Log1p", Log1p),
	vectest.Of("Sin", Sin),
	vectest.Of("Cos", Cos),
	vectest.Of("Tan", Tan),
	vectest.Of("Sinh", Sinh),
	vectest.Of("Cosh", Cosh),
	vectest.Of("Tanh", Tanh),
	vectest.Of("Asin", Asin),
	vectest.Of("Acos", Acos),
	vectest.Of("Atan", Atan),
	vectest.Of("Erf", Erf),
	vectest.Of("Erfc", Erfc),
	vectest.Of("Sigmoid", Sigmoid),
	vectest.Of("Softplus", Softplus),
	vectest.Of("Gelu", Gelu),
	vectest.Of("GeluTanh", GeluTanh),
	vectest.Of("Silu", Silu),
	vectest.Of("Mish", Mish),
	vectest.Of("Floor", Floor),
	vectest.Of("Ceil", Ceil),
	vectest.Of("Round", Round),
	vectest.Of("RoundEven", RoundEven),
	vectest.Of("Trunc", Trunc),
	vectest.Of2("Div", Div),
	vectest.Of2("Pow", Pow),
	vectest.Of2("Atan2", Atan2),
	vectest.Of2("Hypot", Hypot),
	vectest.Of2("Mod", Mod),
	vectest.Of2("CopySign", CopySign),
}

func TestKernels(t *testing.T) { vectest.Test(t, kernels) }

func BenchmarkKernels(b *testing.B) { vectest.Bench(b, kernels) }

func BenchmarkFunctions(b *testing.B) { vectest.BenchFunctions(b, functions) }
