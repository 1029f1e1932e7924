package render

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// goHelpers has the text of every Go helper, by name.
var goHelpers = func() map[string]string {
	m := map[string]string{
		"uopBitsF32": goBits, "uopBitsF64": strings.NewReplacer("32", "64", "0x7fc00000", "0x7ff8000000000000").Replace(goBits),
		"uopFMAF32": goFma32, "uopI64ToF32": goI64ToF32, "uopU64ToF32": goU64ToF32,
	}
	for _, d := range uop.ValueDTypes() {
		m[goName("Where", d)] = goFill(goWhere, d)
		if d != uop.Bool {
			m[goName("Max", d)] = goFill(goMaxText, d)
		}
		if !d.IsInt() {
			continue
		}
		div, mod := goSignedDiv, goSignedMod
		if !d.IsSigned() {
			div, mod = goUnsignedDiv, goUnsignedMod
		}
		m[goName("FloorDiv", d)], m[goName("FloorMod", d)] = goFill(div, d), goFill(mod, d)
		for _, f := range []uop.DType{uop.F32, uop.F64} {
			m["uop"+goTitle(f)+"To"+goTitle(d)] = goToInt(f, d)
		}
	}
	return m
}()

// goHelperUses has the helpers that helpers call.
var goHelperUses = map[string][]string{"uopI64ToF32": {"uopU64ToF32"}}

// goHelperImports has the packages that helpers need.
func goHelperImports(text string) []string {
	if strings.Contains(text, "math.") {
		return []string{"math"}
	}
	return nil
}

func goFill(text string, d uop.DType) string {
	return strings.NewReplacer("$T", d.GoName(), "$D", goTitle(d)).Replace(text)
}

const goWhere = `// uopWhere$D chooses between two values that are both computed.
func uopWhere$D(c bool, a, b $T) $T {
	if c {
		return a
	}
	return b
}
`

const goMaxText = `// uopMax$D gives b unless a is greater.
func uopMax$D(a, b $T) $T {
	if a > b {
		return a
	}
	return b
}
`

const goSignedDiv = `// uopFloorDiv$D rounds down; x // 0 is 0.
func uopFloorDiv$D(a, b $T) $T {
	if b == 0 {
		return 0
	}
	q := a / b
	if r := a % b; r != 0 && (r < 0) != (b < 0) {
		q--
	}
	return q
}
`

const goSignedMod = `// uopFloorMod$D has the sign of the divisor; x % 0 is x.
func uopFloorMod$D(a, b $T) $T {
	if b == 0 {
		return a
	}
	r := a % b
	if r != 0 && (r < 0) != (b < 0) {
		r += b
	}
	return r
}
`

const goUnsignedDiv = `// uopFloorDiv$D divides; x // 0 is 0.
func uopFloorDiv$D(a, b $T) $T {
	if b == 0 {
		return 0
	}
	return a / b
}
`

const goUnsignedMod = `// uopFloorMod$D is the remainder; x % 0 is x.
func uopFloorMod$D(a, b $T) $T {
	if b == 0 {
		return a
	}
	return a % b
}
`

const goBits = `// uopBitsF32 gives the bits of x, one pattern for all NaNs.
func uopBitsF32(x float32) uint32 {
	if x != x {
		return 0x7fc00000
	}
	return math.Float32bits(x)
}
`

const goI64ToF32 = `// uopI64ToF32 rounds x once, on every machine.
func uopI64ToF32(x int64) float32 {
	if x < 0 {
		return -uopU64ToF32(-uint64(x))
	}
	return uopU64ToF32(uint64(x))
}
`

const goU64ToF32 = `// uopU64ToF32 rounds x once, on every machine: what a float64 has no room for is gathered in
// its last bit, far below where a float32 ends.
func uopU64ToF32(x uint64) float32 {
	if x >= 1<<53 {
		if x&0x7ff != 0 {
			x |= 0x800
		}
		x &^= 0x7ff
	}
	return float32(float64(x))
}
`

const goFma32 = `// uopFMAF32 gives x*y + z rounded once. The product is exact in float64; the sum is rounded to
// odd there, so that the rounding to float32 sees on which side of a tie the true sum lies.
func uopFMAF32(x, y, z float32) float32 {
	p, c := float64(float64(x)*float64(y)), float64(z)
	s := float64(p + c)
	t := float64(s - p)
	e := float64(float64(p-float64(s-t)) + float64(c-t))
	b := math.Float64bits(s)
	if e < 0 || e > 0 {
		if b&1 == 0 && !math.IsInf(s, 0) {
			if (e > 0) == (s > 0) {
				b++
			} else {
				b--
			}
		}
	}
	return float32(math.Float64frombits(b))
}
`

// goToInt is the conversion of a float to d: it saturates, and a NaN gives 0.
func goToInt(f, d uop.DType) string {
	lo, hi := uop.DTypeRange(d)
	above, least := fmt.Sprintf("0x1p%d", d.Bits()), "0"
	if d.IsSigned() {
		above = fmt.Sprintf("0x1p%d", d.Bits()-1)
		least = "-" + above
	}
	name := "uop" + goTitle(f) + "To" + goTitle(d)
	return `// ` + name + ` truncates; what does not fit goes to the nearest limit, and NaN to 0.
func ` + name + `(x ` + f.GoName() + `) ` + d.GoName() + ` {
	switch {
	case x != x:
		return 0
	case x >= ` + above + `:
		return ` + contract.FormatValue(d, hi.Bits()) + `
	case x <= ` + least + `:
		return ` + contract.FormatValue(d, lo.Bits()) + `
	}
	return ` + d.GoName() + `(x)
}
`
}
