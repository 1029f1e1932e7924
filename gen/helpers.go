package gen

import (
	"sort"
	"strings"
)

// goHelper is a function that wrappers call; a package has each that it needs once.
type goHelper struct {
	imports []string
	text    string
}

// goHelpers by name. PACKAGE stands for the package's name. The panics are kept out of the
// wrappers, so that those stay small.
var goHelpers = map[string]goHelper{
	"uopcBadLen": {[]string{"strconv"}, `
// uopcBadLen panics as an index out of range does, with the argument and both lengths.
func uopcBadLen(fn, arg string, have int, what string, want int) {
	panic("PACKAGE." + fn + ": len(" + arg + ") is " + strconv.Itoa(have) + ", want " + what + " = " + strconv.Itoa(want))
}
`},
	"uopcBadFixedLen": {[]string{"strconv"}, `
// uopcBadFixedLen panics for a slice whose length is part of the kernel.
func uopcBadFixedLen(fn, arg string, have, want int) {
	panic("PACKAGE." + fn + ": len(" + arg + ") is " + strconv.Itoa(have) + ", want " + strconv.Itoa(want))
}
`},
	"uopcBadScalar": {nil, `
// uopcBadScalar panics for an argument outside the range that the kernel was made for.
func uopcBadScalar(fn, arg, have, want string) {
	panic("PACKAGE." + fn + ": " + arg + " is " + have + ", outside " + want)
}
`},
	"uopcBadIndex": {[]string{"strconv"}, `
// uopcBadIndex panics for a position that the arguments lead to, before anything was written.
func uopcBadIndex(fn string, index, size int) {
	panic("PACKAGE." + fn + ": index " + strconv.Itoa(index) + " out of range [0:" + strconv.Itoa(size) + "]")
}
`},
	"uopcMul": {[]string{"math"}, `
// uopcMul multiplies sizes; a product that does not fit is the largest int, and that of a negative
// size is -1, which no slice has.
func uopcMul(a, b int) int {
	if a < 0 || b < 0 {
		return -1
	}
	if a > 0 && b > math.MaxInt/a {
		return math.MaxInt
	}
	return a * b
}
`},
	"uopcOverlap": {[]string{"strconv", "unsafe"}, `
// uopcOverlap panics when two slices share memory, one of them being written. The very same slice
// is fine for kernels that can work in place.
func uopcOverlap[A, B any](fn, aName string, a []A, bName string, b []B, inPlace bool) {
	if len(a) == 0 || len(b) == 0 {
		return
	}
	p, q := uintptr(unsafe.Pointer(unsafe.SliceData(a))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	if p >= q+uintptr(len(b))*unsafe.Sizeof(b[0]) || q >= p+uintptr(len(a))*unsafe.Sizeof(a[0]) {
		return
	}
	if inPlace && p == q && len(a) == len(b) {
		return
	}
	uopcShared(fn, aName, bName, int(q-p), inPlace)
}

func uopcShared(fn, a, b string, offset int, inPlace bool) {
	cure := "; pass slices that share no memory"
	if inPlace {
		cure += ", or the same slice twice"
	}
	panic("PACKAGE." + fn + ": " + a + " and " + b + " overlap: " + b + " starts " + strconv.Itoa(offset) + " bytes after " + a + cure)
}
`},
}

// helpers adds the helpers that the wrappers need to the fallback's file, which every build has.
func (w *wrapper) helpers() {
	names := make([]string, 0, len(w.need))
	for n := range w.need {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		h := goHelpers[n]
		w.p.helperText += strings.ReplaceAll(h.text, "PACKAGE", w.p.c.Package)
		w.p.helperImports = append(w.p.helperImports, h.imports...)
	}
}
