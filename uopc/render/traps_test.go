package render

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// A trap is a place where plain C means something else than the contract. naive is what a
// careless renderer would write, over a, b and c: the test shows that it gives a wrong answer or
// dies, and that ours, in C and in Go, does not.
type trap struct {
	name  string
	d     uop.DType // of the operands
	ret   uop.DType
	make  func(b *builder, a []*uop.UOp) *uop.UOp
	naive string // a C expression; empty when only ours is tested
	in    [][3]float64
	quiet bool // what the naive form does is up to the compiler: it is not asked to be wrong
}

func op(o uop.Op) func(b *builder, a []*uop.UOp) *uop.UOp {
	return func(b *builder, a []*uop.UOp) *uop.UOp { return b.Make(o, uop.Arg{}, a[:o.Arity()]...) }
}

func castTo(d uop.DType) func(b *builder, a []*uop.UOp) *uop.UOp {
	return func(b *builder, a []*uop.UOp) *uop.UOp { return b.Cast(a[0], d) }
}

// nextToF32 converts a+1, which is one above a tie between two floats.
func nextToF32(b *builder, a []*uop.UOp) *uop.UOp {
	return b.Cast(b.Add(a[0], b.Int(a[0].DType(), 1)), uop.F32)
}

var (
	nan    = math.NaN()
	inf    = math.Inf(1)
	minI32 = -2147483648.0
	tie    = 1 + 0x1p-12
)

var traps = []trap{
	{name: "signed overflow wraps: x+1 > x", d: uop.I32, ret: uop.Bool, naive: "a + 1 > a", in: [][3]float64{{2147483647}, {1}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp {
			return b.Bin(uop.OpCmplt, a[0], b.Add(a[0], b.Int(uop.I32, 1)))
		}},
	{name: "negating the least value", d: uop.I32, ret: uop.I32, make: op(uop.OpNeg), in: [][3]float64{{minI32}}},
	{name: "division rounds down", d: uop.I32, ret: uop.I32, make: op(uop.OpFloordiv), naive: "a / b", in: [][3]float64{{-7, 2}, {7, -2}, {-7, -2}}},
	{name: "remainder has the divisor's sign", d: uop.I32, ret: uop.I32, make: op(uop.OpFloormod), naive: "a % b", in: [][3]float64{{-7, 2}, {7, -2}}},
	{name: "division by zero", d: uop.I32, ret: uop.I32, make: op(uop.OpFloordiv), naive: "a / b", quiet: true, in: [][3]float64{{5, 0}, {0, 0}}},
	{name: "remainder by zero", d: uop.I64, ret: uop.I64, make: op(uop.OpFloormod), naive: "a % b", quiet: true, in: [][3]float64{{5, 0}}},
	{name: "the least value by -1", d: uop.I32, ret: uop.I32, make: op(uop.OpFloordiv), naive: "a / b", quiet: true, in: [][3]float64{{minI32, -1}}},
	{name: "the least value by -1, narrow", d: uop.I8, ret: uop.I8, make: op(uop.OpFloordiv), in: [][3]float64{{-128, -1}}},
	{name: "remainder of the least value by -1", d: uop.I64, ret: uop.I64, make: op(uop.OpFloormod), naive: "a % b", quiet: true, in: [][3]float64{{-9223372036854775808, -1}}},
	{name: "float to int saturates", d: uop.F32, ret: uop.I32, make: castTo(uop.I32), naive: "(int32_t)a", in: [][3]float64{{1e10}, {-1e10}, {nan}, {-0.5}, {inf}}},
	{name: "float to i8 saturates", d: uop.F64, ret: uop.I8, make: castTo(uop.I8), naive: "(int8_t)a", in: [][3]float64{{200}, {-200}, {127.9}, {-128.9}}},
	{name: "float to u64 saturates", d: uop.F64, ret: uop.U64, make: castTo(uop.U64), naive: "(uint64_t)a", in: [][3]float64{{-1}, {1e19}, {1e20}, {18446744073709549568}}},
	{name: "multiply and add are not fused", d: uop.F32, ret: uop.F32, naive: "a * b + c", in: [][3]float64{{tie, tie, -(1 + 0x1p-11)}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp { return b.Add(b.Mul(a[0], a[1]), a[2]) }},
	{name: "fma rounds once", d: uop.F32, ret: uop.F32, make: op(uop.OpFma), naive: "(float)((double)a * (double)b + (double)c)",
		in: [][3]float64{{1 + 0x1p-23, 0x1p-24 * (1 + 0x1p-22), 1}, {tie, tie, -(1 + 0x1p-11)}, {0x1.000002p0, 0x1.fffffep-1, 0x1p-60}, {0x1p-149, 0x1p-1, 0x1p24}, {0x1.fffffep0, 0x1.fffffep0, 0x1p-80}, {3, 0x1p-149, 0x1p-149}}, quiet: true},
	{name: "max keeps the second operand with a NaN", d: uop.F32, ret: uop.F32, make: op(uop.OpMax), naive: "__builtin_fmaxf(a, b)", in: [][3]float64{{1, nan}, {nan, 1}, {0, math.Copysign(0, -1)}, {math.Copysign(0, -1), 0}}},
	{name: "literal: the least i32", d: uop.I32, ret: uop.Bool, naive: "a < -2147483648u", in: [][3]float64{{-5}, {5}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp {
			return b.Bin(uop.OpCmplt, a[0], b.Int(uop.I32, math.MinInt32))
		}},
	{name: "literal: the least i64", d: uop.I64, ret: uop.I64, in: [][3]float64{{-5}, {5}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp { return b.Add(a[0], b.Int(uop.I64, math.MinInt64)) }},
	{name: "literal: a negative one after a minus", d: uop.I32, ret: uop.I32, in: [][3]float64{{3}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp { return b.Neg(b.Mul(b.Int(uop.I32, -5), b.Neg(a[0]))) }},
	{name: "literal: f32 digits", d: uop.F32, ret: uop.F32, naive: "a + 0.1f * 3.0f", quiet: true, in: [][3]float64{{0}, {1}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp { return b.Add(a[0], b.F32(0.1)) }},
	{name: "literal: negative zero", d: uop.F64, ret: uop.F64, naive: "a + -0", in: [][3]float64{{math.Copysign(0, -1)}, {0}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp { return b.Add(a[0], b.F64(math.Copysign(0, -1))) }},
	{name: "literal: infinities, NaN and the smallest float", d: uop.F32, ret: uop.F32, in: [][3]float64{{1}, {0}, {-1}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp {
			tiny := b.Mul(a[0], b.F32(math.SmallestNonzeroFloat32))
			top := b.Make(uop.OpMax, uop.Arg{}, b.Mul(a[0], b.F32(float32(-inf))), b.F32(math.MaxFloat32))
			return b.Where(b.Bin(uop.OpCmpne, a[0], b.F32(float32(nan))), b.Where(b.Bin(uop.OpCmplt, a[0], b.F32(0)), top, tiny), b.F32(7))
		}},
	{name: "promotion: i8 wraps after every sum", d: uop.I8, ret: uop.Bool, naive: "a + b > 0", in: [][3]float64{{127, 1}, {-128, -1}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp {
			return b.Bin(uop.OpCmplt, b.Int(uop.I8, 0), b.Add(a[0], a[1]))
		}},
	{name: "promotion: u16 times u16", d: uop.U16, ret: uop.Bool, naive: "a * b > 0xfffeffff - 0x7fffffff", quiet: true, in: [][3]float64{{65535, 65535}, {65535, 32769}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp {
			return b.Bin(uop.OpCmplt, b.Mul(a[0], a[1]), b.Int(uop.U16, 2))
		}},
	{name: "promotion: complement of u8", d: uop.U8, ret: uop.Bool, naive: "(a ^ -1) < 256 && (a ^ -1) >= 0", in: [][3]float64{{1}, {255}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp {
			return b.Bin(uop.OpCmplt, b.Int(uop.U8, 3), b.Bin(uop.OpXor, a[0], b.Int(uop.U8, 255)))
		}},
	{name: "shift counts are taken modulo the width", d: uop.I32, ret: uop.I32, make: op(uop.OpShl), naive: "a << b", quiet: true, in: [][3]float64{{1, 32}, {1, 33}, {1, -1}, {-1, 31}, {-5, 2}}},
	{name: "narrow shift counts too", d: uop.U8, ret: uop.U8, make: op(uop.OpShl), naive: "a << b", in: [][3]float64{{1, 8}, {3, 7}, {255, 9}}},
	{name: "right shift of negatives", d: uop.I16, ret: uop.I16, make: op(uop.OpShr), in: [][3]float64{{-5, 1}, {-5, 16}, {-32768, 15}, {5, -1}}},
	{name: "u64 to f32 rounds once", d: uop.U64, ret: uop.F32, make: nextToF32, naive: "(float)(double)(a + 1)", in: [][3]float64{{0x1p60 + 0x1p36}, {0x1p63 + 0x1p39}}},
	{name: "i64 to f32 rounds once", d: uop.I64, ret: uop.F32, make: nextToF32, naive: "(float)(double)(a + 1)", in: [][3]float64{{0x1p60 + 0x1p36}, {-0x1p60 - 0x1p36}}},
	{name: "a NaN has one pattern", d: uop.F32, ret: uop.U32, naive: "((union { float f; uint32_t u; }){-a}).u", in: [][3]float64{{nan}, {inf}, {1}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp {
			return b.Make(uop.OpBitcast, uop.CastArg(uop.U32), b.Neg(a[0]))
		}},
	{name: "bool of a half is true", d: uop.F32, ret: uop.Bool, make: castTo(uop.Bool), naive: "(uint8_t)a", in: [][3]float64{{0.5}, {nan}, {math.Copysign(0, -1)}}},
	{name: "bool ops", d: uop.Bool, ret: uop.I32, in: [][3]float64{{1, 1}, {1, 0}, {0, 1}, {0, 0}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp {
			v := b.Cast(b.Bin(uop.OpCmplt, a[0], a[1]), uop.I32)
			for i, o := range []uop.Op{uop.OpMul, uop.OpMax, uop.OpCmpne, uop.OpAnd, uop.OpOr, uop.OpXor} {
				v = b.Add(v, b.Mul(b.Cast(b.Bin(o, a[0], a[1]), uop.I32), b.Int(uop.I32, 2<<i)))
			}
			return v
		}},
	{name: "negation flips the sign of zero", d: uop.F64, ret: uop.F64, make: op(uop.OpNeg), naive: "0.0 - a", in: [][3]float64{{0}, {math.Copysign(0, -1)}}},
	{name: "trunc keeps the sign of zero", d: uop.F32, ret: uop.F32, make: op(uop.OpTrunc), naive: "(float)(int64_t)a", in: [][3]float64{{-0.5}, {1e30}, {inf}, {nan}, {-2.5}, {0x1p-149}}},
	{name: "wide literals keep 64 bits", d: uop.Bool, ret: uop.I64, naive: "(int64_t)((a ? 5 : 6) * 2000000000)", in: [][3]float64{{1}, {0}},
		make: func(b *builder, a []*uop.UOp) *uop.UOp {
			return b.Mul(b.Where(a[0], b.Int(uop.I64, 5), b.Int(uop.I64, 6)), b.Int(uop.I64, 2000000000))
		}},
}

func (tr *trap) inputs(v [3]float64) []uint64 {
	in := make([]uint64, 3)
	for i, x := range v {
		in[i] = contract.FromFloat(tr.d, x)
	}
	return in
}

// TestTraps shows each trap.
func TestTraps(t *testing.T) {
	t.Parallel()
	var calls, roots []*uop.UOp
	for i := range traps {
		b := newBuilder()
		a := []*uop.UOp{b.param(traps[i].d, "a"), b.param(traps[i].d, "b"), b.param(traps[i].d, "c")}
		roots = append(roots, traps[i].make(b, a))
		calls = append(calls, b.call("K", roots[i]))
	}
	s := newSuite(t, calls...)
	engines := s.engines(t)
	s.addForeign(t, engines)
	naive := buildNaive(t)
	var runs []*run
	for i := range traps {
		for _, v := range traps[i].in {
			in := traps[i].inputs(v)
			runs = append(runs, s.run(i, math.MaxInt64, in[0], in[1], in[2]))
		}
	}
	got := map[string][]*run{}
	for engine, program := range engines {
		got[engine] = execute(t, program, runs)
	}
	next := 0
	for i := range traps {
		tr, first := &traps[i], next
		next += len(tr.in)
		t.Run(strings.ReplaceAll(tr.name, " ", "_"), func(t *testing.T) {
			wrong := tr.naive == "" || tr.quiet
			for j, v := range tr.in {
				in := tr.inputs(v)
				want := eval(roots[i], in)
				for engine, done := range got {
					if g := s.ret(done[first+j]); !contract.Same(tr.ret, g, want) {
						t.Errorf("%s: %v gives %s, want %s\n%s%s", engine, v, contract.FormatValue(tr.ret, g), contract.FormatValue(tr.ret, want), s.c[i].Func, s.g[i].Func)
					}
				}
				if wrong {
					continue
				}
				out, err := exec.Command(naive, fmt.Sprint(i), fmt.Sprint(in[0]), fmt.Sprint(in[1]), fmt.Sprint(in[2])).Output()
				wrong = err != nil || strings.TrimSpace(string(out)) != fmt.Sprint(want)
			}
			if !wrong {
				t.Errorf("the naive C %q is right on every input: this shows no trap", tr.naive)
			}
		})
	}
}

// buildNaive compiles the naive forms as a careless build would: without our flags.
func buildNaive(t *testing.T) string {
	var b strings.Builder
	b.WriteString("#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n")
	for i := range traps {
		tr := &traps[i]
		text := tr.naive
		if text == "" {
			text = "0"
		}
		ty := memType(tr.d)
		fmt.Fprintf(&b, "__attribute__((noinline)) static %s f%d(%s a, %s b, %s c) { (void)a, (void)b, (void)c; return %s; }\n", memType(tr.ret), i, ty, ty, ty, text)
		fmt.Fprintf(&b, "static uint64_t g%d(uint64_t *in) { %s a, b, c, r0; (void)r0; memcpy(&a, in, sizeof a); memcpy(&b, in + 1, sizeof b); memcpy(&c, in + 2, sizeof c); %s r = f%d(a, b, c); uint64_t u = 0; ", i, ty, memType(tr.ret), i)
		if tr.ret.IsSigned() {
			b.WriteString("u = (uint64_t)(int64_t)r; return u; }\n")
		} else {
			b.WriteString("memcpy(&u, &r, sizeof r); return u; }\n")
		}
	}
	b.WriteString("static uint64_t (*all[])(uint64_t *) = {")
	for i := range traps {
		fmt.Fprintf(&b, "g%d, ", i)
	}
	b.WriteString("};\nint main(int n, char **v) { uint64_t in[3]; for (int i = 0; i < 3; i++) in[i] = strtoull(v[2 + i], 0, 10); printf(\"%llu\\n\", (unsigned long long)all[atoi(v[1])](in)); return n != 5; }\n")
	dir := t.TempDir()
	write(t, filepath.Join(dir, "naive.c"), []byte(b.String()))
	flags := []string{"-O2", "-w", "-ffp-contract=fast", "-o", "naive", "naive.c", "-lm"}
	if cpuHas(t, "fma") {
		flags = append(flags, "-march=x86-64-v3")
	}
	command(t, dir, toolchain(t).Path, flags...)
	return filepath.Join(dir, "naive")
}
