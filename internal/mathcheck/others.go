package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strings"

	"github.com/uopc/uopc/uopc/libm"
)

// others are what users may know: the function of the C library for float, of package math on a
// float64 and rounded, and of NumPy on arrays of float32.
var others = []struct {
	name  string
	goF   func(float64) float64
	numpy string
}{
	{"Exp", math.Exp, "exp"}, {"Exp2", math.Exp2, "exp2"}, {"Expm1", math.Expm1, "expm1"},
	{"Log", math.Log, "log"}, {"Log2", math.Log2, "log2"}, {"Log10", math.Log10, "log10"}, {"Log1p", math.Log1p, "log1p"},
	{"Sin", math.Sin, "sin"}, {"Cos", math.Cos, "cos"}, {"Tan", math.Tan, "tan"},
	{"Sinh", math.Sinh, "sinh"}, {"Cosh", math.Cosh, "cosh"}, {"Tanh", math.Tanh, "tanh"},
	{"Asin", math.Asin, "arcsin"}, {"Acos", math.Acos, "arccos"}, {"Atan", math.Atan, "arctan"},
	{"Erf", math.Erf, ""}, {"Erfc", math.Erfc, ""}, {"Cbrt", math.Cbrt, "cbrt"}, {"Sqrt", math.Sqrt, "sqrt"},
}

// A rival answers for one chunk of inputs: the tally's Wrong counts the results that differ.
type rival struct {
	name    string
	version string
	open    func(ctx context.Context, w *worker) (ask func(chunk uint64) (tally, error), end func(), err error)
}

func rivals(ctx context.Context, c *checker, i int) []rival {
	o := others[i]
	rs := []rival{
		{"glibc", strings.Split(c.reference, ",")[0], glibc},
		{"Go", goVersion(), inGo(o.goF)},
	}
	if program, version := python(ctx); o.numpy != "" && program != "" {
		rs = append(rs, rival{"NumPy", "NumPy " + version, numpy(program, o.numpy)})
	}
	return rs
}

// python finds an interpreter that has NumPy, and says which version.
func python(ctx context.Context) (program, version string) {
	for _, p := range []string{"python3", "/usr/bin/python3"} {
		v, err := exec.CommandContext(ctx, p, "-c", "import numpy; print(numpy.__version__)").Output()
		if err == nil {
			return p, strings.TrimSpace(string(v))
		}
	}
	return "", ""
}

func glibc(_ context.Context, w *worker) (func(uint64) (tally, error), func(), error) {
	ask := func(chunk uint64) (tally, error) {
		return w.do(nil, "glibc %d %d", chunk<<chunkBits, 1<<chunkBits)
	}
	return ask, func() {}, nil
}

func stream(w *worker, chunk uint64, results io.Reader) (tally, error) {
	return w.do(results, "stream %d %d", chunk<<chunkBits, 1<<chunkBits)
}

func inGo(f func(float64) float64) func(context.Context, *worker) (func(uint64) (tally, error), func(), error) {
	return func(_ context.Context, w *worker) (func(uint64) (tally, error), func(), error) {
		buf := make([]byte, 4<<chunkBits)
		ask := func(chunk uint64) (tally, error) {
			for i := range 1 << chunkBits {
				x := math.Float32frombits(uint32(chunk<<chunkBits) + uint32(i))
				binary.NativeEndian.PutUint32(buf[4*i:], math.Float32bits(float32(f(float64(x)))))
			}
			return stream(w, chunk, bytes.NewReader(buf))
		}
		return ask, func() {}, nil
	}
}

// script answers lines "from n" with the n results as floats.
const script = `
import sys, numpy as np
np.seterr(all='ignore')
f = getattr(np, sys.argv[1])
for line in sys.stdin:
    a, n = map(int, line.split())
    x = np.arange(a, a + n, dtype=np.uint64).astype(np.uint32).view(np.float32)
    sys.stdout.buffer.write(f(x).tobytes())
    sys.stdout.buffer.flush()
`

func numpy(program, name string) func(context.Context, *worker) (func(uint64) (tally, error), func(), error) {
	return func(ctx context.Context, w *worker) (func(uint64) (tally, error), func(), error) {
		cmd := exec.CommandContext(ctx, program, "-c", script, name)
		cmd.Stderr = os.Stderr
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, nil, err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, nil, err
		}
		ask := func(chunk uint64) (tally, error) {
			if _, err := fmt.Fprintf(in, "%d %d\n", chunk<<chunkBits, 1<<chunkBits); err != nil {
				return tally{}, err
			}
			return stream(w, chunk, io.LimitReader(out, 4<<chunkBits))
		}
		end := func() { in.Close(); cmd.Wait() }
		return ask, end, cmd.Start()
	}
}

// compare counts for each rival on how many inputs its result is not the kernel's, which must be
// known to be right.
func (o options) compare(ctx context.Context, f *libm.Func, i int) error {
	proof, err := readResult(f.Name, "f32")
	if err != nil {
		return err
	}
	if proof == nil || proof.values["wrong"] != "0" {
		return fmt.Errorf("%s is not known to be right on all inputs of f32; check it first, with -record", f.Name)
	}
	if old, err := proof.stale(f); err != nil || old {
		return fmt.Errorf("the result for %s is of another version of it; check it again, with -record (%v)", f.Name, err)
	}
	c, hash, err := o.build(ctx, f)
	if err != nil {
		return err
	}
	defer c.close()
	r := o.begin(f, "others", hash, c.reference)
	for _, v := range rivals(ctx, c, i) {
		s := &sweep{name: f.Name, jobs: o.jobs, todo: every(o.share, o.seed), open: v.open}
		t, err := s.run(ctx, c, "")
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%d of %d", t.Wrong, t.Tried)
		if t.Wrong > 0 {
			line += fmt.Sprintf(", up to %.0f at %08x", t.Worst, t.At[0])
		}
		fmt.Printf("%s: %s differs on %s\n", f.Name, v.version, line)
		r.set(v.name, "%s", line)
		r.set(v.name+" version", "%s", v.version)
	}
	if !o.record {
		return nil
	}
	return r.write()
}
