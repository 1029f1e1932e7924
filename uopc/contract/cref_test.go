package contract

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/uop"
)

// newRand gives a generator whose seed is logged, and is taken from TEST_SEED when set.
func newRand(t testing.TB) *rand.Rand {
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("TEST_SEED"); s != "" {
		v, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("TEST_SEED is %q, want a decimal number", s)
		}
		seed = v
	}
	t.Logf("TEST_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// call is one call of Eval.
type call struct {
	op       uop.Op
	dst, src uop.DType
	a, b, c  uint64
}

func (c call) eval() uint64 { return Eval(c.op, c.dst, c.src, c.a, c.b, c.c) }

// refOps numbers the ops as the C program does.
var refOps = func() map[uop.Op]uint32 {
	m := map[uop.Op]uint32{}
	for i, op := range []uop.Op{
		uop.OpNeg, uop.OpRecip, uop.OpSqrt, uop.OpExp2, uop.OpLog2, uop.OpSin, uop.OpTrunc, uop.OpCast, uop.OpBitcast,
		uop.OpAdd, uop.OpMul, uop.OpFdiv, uop.OpMax, uop.OpCmplt, uop.OpCmpne, uop.OpFloordiv, uop.OpFloormod,
		uop.OpAnd, uop.OpOr, uop.OpXor, uop.OpShl, uop.OpShr, uop.OpWhere, uop.OpFma,
	} {
		m[op] = uint32(i + 1)
	}
	return m
}()

// refType describes a dtype as the C program reads it.
func refType(d uop.DType) uint32 {
	w := uint32(d.Bits())
	switch {
	case d == uop.Bool:
		return w | 0x800
	case d.IsFloat():
		return w | 0x400
	case d.IsSigned():
		return w | 0x100
	}
	return w | 0x200
}

// buildReference compiles the C program, or skips the test where there is no compiler.
func buildReference(t testing.TB) string {
	t.Helper()
	src := filepath.Join("..", "..", "internal", "testrefs", "ops", "ops.c")
	exe := filepath.Join(t.TempDir(), "ops")
	for _, cc := range []string{"clang-19", "clang", "cc", "gcc"} {
		path, err := exec.LookPath(cc)
		if err != nil {
			continue
		}
		out, err := exec.Command(path, "-O1", "-fwrapv", "-ffp-contract=off", "-o", exe, src, "-lm").CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", path, err, out)
		}
		return exe
	}
	t.Skip("no C compiler on PATH (looked for clang-19, clang, cc, gcc): the comparison with C is left out")
	return ""
}

// reference gives the C program's results.
func reference(t testing.TB, exe string, calls []call) []uint64 {
	t.Helper()
	in := make([]byte, 0, 40*len(calls))
	for _, c := range calls {
		for _, v := range []uint32{refOps[c.op], refType(c.dst), refType(c.src), 0} {
			in = binary.NativeEndian.AppendUint32(in, v)
		}
		for _, v := range []uint64{c.a, c.b, c.c} {
			in = binary.NativeEndian.AppendUint64(in, v)
		}
	}
	cmd := exec.Command(exe)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil || len(out) != 8*len(calls) {
		t.Fatalf("reference gave %d bytes for %d calls, error %v", len(out), len(calls), err)
	}
	res := make([]uint64, len(calls))
	for i := range res {
		res[i] = binary.NativeEndian.Uint64(out[8*i:])
	}
	return res
}
