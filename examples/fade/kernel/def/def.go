// Package def holds the kernel of fade, and a rewrite rule that it brings along.
package def

import "github.com/uopc/uopc/uopc"

// Fade sets dst[i] to src[i]*alpha/255, rounded to the nearest. The slices have one length and may
// be one slice.
func Fade(k *uopc.Kernel) {
	k.Rules(Div255Rules)
	n := k.Size("n")
	dst, src := k.Out("dst", uopc.U8, n), k.In("src", uopc.U8, n)
	alpha := k.Scalar("alpha", uopc.U8)
	dst.Set(src.Cast(uopc.U16).Mul(alpha.Cast(uopc.U16)).Add(127).FloorDiv(255).Cast(uopc.U8))
}
