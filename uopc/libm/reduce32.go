package libm

// The reduction of an f32, cast to f64: x = k*pi + r. It is Payne and Hanek's idea with four
// windows into the bits of 1/pi, and no table look-up.
//
// In x/pi the multiples of 2 say nothing about a sine. So where x is a whole multiple of 2^s, the
// factor 1/pi may be replaced by any C with C = 1/pi modulo 2^(1-s). Each window has such a C, at
// most 2^-s in magnitude, as a sum of three parts. x has 24 bits and each of the first two parts at
// most 29, so that two of the products are exact; x*C is below 2^51, and the third product is off by
// less than 2^-63. (An f32 may come as near as 2^-30 to a multiple of pi. There the third product
// costs relative accuracy, and the result still is well within half an ulp of f32.)
type window32 struct {
	from  float64    // the least |x|, a power of two
	parts [3]float64 // C
}

var windows32 = [4]window32{
	{0, [3]float64{0x1.45f306cp-2, 0x1.c9c882ap-30, 0x1.4fe13abe8fa9ap-60}},             // s = 0; no minus, for -0
	{0x1p51, [3]float64{-0x1.1b1bbe8p-29, -0x1.6b01ec5p-56, -0x1.05c1596447e49p-86}},    // s = 27
	{0x1p78, [3]float64{0x1.4a7f09cp-55, 0x1.5f47d4dp-83, 0x1.bb81b6c52b328p-114}},      // s = 54
	{0x1p104, [3]float64{-0x1.505c158p-82, -0x1.6447e49p-110, -0x1.d6a66c3bc6fbep-141}}, // s = 81
}

// halfTurns gives x/pi, modulo 2, as a sum in order of magnitude.
func halfTurns(x V) (p [3]V) {
	for i := range p {
		p[i] = x.Con(windows32[0].parts[i])
	}
	size := x.Mul(x) // cheaper than |x|
	for _, w := range windows32[1:] {
		below := size.Lt(w.from * w.from)
		for i := range p {
			p[i] = below.Where(p[i], w.parts[i])
		}
	}
	for i := range p {
		p[i] = x.Mul(p[i])
	}
	return p
}

// less gives the sum of p less k, which is the multiple of 1/2 nearest to it or next to that. Going
// from the largest part to the least, each step either is exact or leaves a sum so large that no
// later part cancels it: the relative error is two roundings.
func less(p [3]V, k V) V { return p[0].Sub(k).Add(p[1]).Add(p[2]) }
