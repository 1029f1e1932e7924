package vec32_test

import (
	"fmt"

	"github.com/uopc/uopc/kernels/vec32"
)

func Example() {
	query := []float32{1, 0, 1, 0}
	documents := [][]float32{{1, 0, 1, 0}, {0, 1, 0, 1}, {3, 0, 0, 4}}
	for _, d := range documents {
		fmt.Printf("%.3f\n", vec32.Cosine(query, d))
	}
	// Output:
	// 1.000
	// 0.000
	// 0.424
}

func ExampleDot() {
	fmt.Println(vec32.Dot([]float32{1, 2, 3}, []float32{4, 5, 6}))
	// Output: 32
}

func ExampleL2Sq() {
	fmt.Println(vec32.L2Sq([]float32{0, 0}, []float32{3, 4}))
	// Output: 25
}

func ExampleAxpy() {
	y := []float32{1, 1, 1}
	vec32.Axpy(y, 2, []float32{10, 20, 30})
	fmt.Println(y)
	// Output: [21 41 61]
}

func ExampleClamp() {
	x := []float32{-3, 0.5, 7}
	vec32.Clamp(x, x, 0, 1) // in place
	fmt.Println(x)
	// Output: [0 0.5 1]
}

func ExampleAdd() {
	defer func() { fmt.Println(recover()) }()
	vec32.Add(make([]float32, 2), []float32{1, 2}, []float32{3})
	// Output: vec32.Add: len(y) is 1, want len(dst) = 2
}

func ExampleAtan2() {
	y, x := []float32{0, 1, 0, -1}, []float32{1, 0, -1, 0}
	angle := make([]float32, 4)
	vec32.Atan2(angle, y, x)
	fmt.Printf("%.4f\n", angle)
	// Output: [0.0000 1.5708 3.1416 -1.5708]
}
