package vec32

import (
	"testing"

	"github.com/uopc/uopc/kernels/internal/vectest"
)

var kernels = vectest.Kernels[float32]{
	Package: "vec32",
	Sum:     Sum, SumSquares: SumSquares,
	Dot: Dot, L2Sq: L2Sq, Cosine: Cosine,
	Axpy: Axpy, Scale: Scale,
	Add: Add, Mul: Mul, Min: Min, Max: Max,
	Relu: Relu, Clamp: Clamp,
}

func TestKernels(t *testing.T) { vectest.Test(t, kernels) }

func BenchmarkKernels(b *testing.B) { vectest.Bench(b, kernels) }
