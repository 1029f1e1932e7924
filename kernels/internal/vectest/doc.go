// Package vectest tests and measures a family of vector kernels, for any float type:
//
//	func TestKernels(t *testing.T) { vectest.Test(t, kernels) }
//
// Results are compared with package vecref bit for bit, with guard elements round every slice. It
// knows the kernels' documentation and nothing of how they are made.
package vectest
