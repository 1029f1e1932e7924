// Package vecref is an independent reference of the vector kernels, in plain Go, for their tests.
//
//	want := vecref.Dot([]float32{1, 2}, []float32{3, 4}) // 11
//
// It is written from the formulas and from the order of summation in the kernels' documentation: lanes
// are lists, and the tree that joins them is a recursion. It must know nothing of the definitions, the
// graph, or the generated code.
package vecref
