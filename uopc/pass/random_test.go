package pass_test

import (
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/egraph"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/uop"
)

// position draws a position of counters that is never negative, and the largest it can be.
func position(r *rand.Rand, counters []*uopc.Expr, tops []int64, depth int) (*uopc.Expr, int64) {
	if depth == 0 {
		i := r.IntN(len(counters))
		return counters[i], tops[i] - 1
	}
	a, m := position(r, counters, tops, depth-1)
	c := int64(1 + r.IntN(9))
	switch r.IntN(5) {
	case 0:
		return a.Mul(c), m * c
	case 1:
		return a.FloorDiv(c), m / c
	case 2:
		return a.FloorMod(c), min(m, c-1)
	}
	b, n := position(r, counters, tops, r.IntN(depth))
	return a.Add(b), m + n
}

// gather is dst[i*32+j*8+k] = x[position], and x is just so long that every position is inside.
func gather(t *testing.T, r *rand.Rand) *uop.UOp {
	t.Helper()
	k := uopc.NewKernel()
	dst := k.Buffer("dst", uopc.I32, 128)
	var x *uopc.Expr
	k.Loop(4, func(i *uopc.Expr) {
		k.Loop(4, func(j *uopc.Expr) {
			k.Loop(8, func(l *uopc.Expr) {
				at, top := position(r, []*uopc.Expr{i, j, l}, []int64{4, 4, 8}, 4)
				x = k.In("x", uopc.I32, int(top+1))
				dst.Store(i.Mul(32).Add(j.Mul(8)).Add(l), x.Load(at))
			})
		})
	})
	call, err := k.Build("Gather")
	if err != nil {
		t.Fatal(err)
	}
	return call
}

// TestSaturateRandom: what is gathered stays, and so do the proofs that it is inside.
func TestSaturateRandom(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("TEST_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = n
	}
	t.Logf("TEST_SEED=%d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	improved, kept := 0, 0
	for range 60 {
		call := gather(t, r)
		plain, err := pass.Run(call, pass.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sat, err := pass.Run(call, pass.Options{Saturate: true})
		if err != nil {
			t.Fatal(err)
		}
		if egraph.Cost(sat) < egraph.Cost(plain) {
			improved++
		}
		if raw, _, _ := pass.Saturate(plain); raw != plain && sat == plain {
			kept++
		}
		if a, b := len(lower.Unproved(plain)), len(lower.Unproved(sat)); b > a {
			t.Errorf("%d accesses are not proved, and %d were not before", b, a)
		}
		want := gathered(t, call)
		if a, b := gathered(t, plain), gathered(t, sat); !reflect.DeepEqual(a, want) || !reflect.DeepEqual(b, want) {
			t.Fatalf("gathered %v, saturated %v, want %v", a, b, want)
		}
	}
	t.Logf("%d of 60 improved, %d kept for the sake of their proofs", improved, kept)
}

// gathered runs a gather on an x that counts.
func gathered(t *testing.T, call *uop.UOp) []uint64 {
	t.Helper()
	dst := interp.Vector(uop.I32, make([]uint64, 128)...)
	var x []uint64
	for i := range call.Args()[1].Shape()[0].N {
		x = append(x, contract.FromInt(uop.I32, i+1))
	}
	if _, err := interp.Run(call, []*interp.Value{dst, interp.Vector(uop.I32, x...)}, interp.Options{}); err != nil {
		t.Fatal(err)
	}
	return dst.Bits
}
