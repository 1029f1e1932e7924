package vec64_test

import (
	"fmt"

	"github.com/uopc/uopc/kernels/vec64"
)

func Example() {
	query := []float64{1, 0, 1, 0}
	documents := [][]float64{{1, 0, 1, 0}, {0, 1, 0, 1}, {3, 0, 0, 4}}
	for _, d := range documents {
		fmt.Printf("%.3f\n", vec64.Cosine(query, d))
	}
	// Output:
	// 1.000
	// 0.000
	// 0.424
}

func ExampleDot() {
	fmt.Println(vec64.Dot([]float64{1, 2, 3}, []float64{4, 5, 6}))
	// Output: 32
}

func ExampleL2Sq() {
	fmt.Println(vec64.L2Sq([]float64{0, 0}, []float64{3, 4}))
	// Output: 25
}

func ExampleAxpy() {
	y := []float64{1, 1, 1}
	vec64.Axpy(y, 2, []float64{10, 20, 30})
	fmt.Println(y)
	// Output: [21 41 61]
}

func ExampleClamp() {
	x := []float64{-3, 0.5, 7}
	vec64.Clamp(x, x, 0, 1) // in place
	fmt.Println(x)
	// Output: [0 0.5 1]
}

func ExampleAdd() {
	defer func() { fmt.Println(recover()) }()
	vec64.Add(make([]float64, 2), []float64{1, 2}, []float64{3})
	// Output: vec64.Add: len(y) is 1, want len(dst) = 2
}

func ExampleAtan2() {
	y, x := []float64{0, 1, 0, -1}, []float64{1, 0, -1, 0}
	angle := make([]float64, 4)
	vec64.Atan2(angle, y, x)
	fmt.Printf("%.4f\n", angle)
	// Output: [0.0000 1.5708 3.1416 -1.5708]
}
