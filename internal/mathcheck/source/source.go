// Package source renders the elementary functions as C, one kernel for each function and dtype.
package source

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"

	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/render"
	"github.com/uopc/uopc/uopc/uop"
)

// C renders kernels of the functions, each in the dtypes given.
func C(fs []*libm.Func, dtypes ...uop.DType) (string, error) {
	var all []*render.Source
	for _, f := range fs {
		for _, d := range dtypes {
			low, err := pass.Run(f.Each(uop.NewGraph(), d), pass.Options{})
			if err != nil {
				return "", err
			}
			src, err := render.C(low, render.COptions{})
			if err != nil {
				return "", err
			}
			all = append(all, src)
		}
	}
	return render.JoinC(all...), nil
}

var pragma = regexp.MustCompile(`(?m)^\s*#pragma.*\n`)

// Name is the name of a kernel in the C.
func Name(f *libm.Func, d uop.DType) string { return f.Name + strings.ToUpper(d.String()) }

// Hash identifies the C of one kernel, without its pragmas: how many elements a loop works on at a time
// says nothing of their values.
func Hash(f *libm.Func, d uop.DType) (string, error) {
	text, err := C([]*libm.Func{f}, d)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(pragma.ReplaceAllString(text, "")))
	return hex.EncodeToString(sum[:8]), nil
}
