package vectest

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/uopc/uopc/internal/testrefs/vecref"
)

// Test runs all tests of a family.
func Test[T vecref.Float](t *testing.T, ks Kernels[T]) {
	for _, k := range ks.all() {
		t.Run(k.name, func(t *testing.T) {
			t.Run("bits", func(t *testing.T) { testBits(t, k) })
			t.Run("in place", func(t *testing.T) { testInPlace(t, k) })
			t.Run("overlap", func(t *testing.T) { testOverlap(t, ks.Package, k) })
			t.Run("lengths", func(t *testing.T) { testLengths(t, ks.Package, k) })
			t.Run("allocations", func(t *testing.T) { testAllocs(t, k) })
		})
	}
	for _, f := range ks.Functions {
		t.Run(f.Name+"/near", func(t *testing.T) { testNear(t, f) })
	}
	t.Run("special", func(t *testing.T) { testSpecial(t, ks) })
}

// lengths are all small ones, some round ones, and one that native code does not do in one call.
func lengths() []int {
	var out []int
	for n := range 140 {
		out = append(out, n)
	}
	out = append(out, 255, 256, 257, 383, 384, 1000, 1024, 4099)
	if !testing.Short() {
		out = append(out, 1<<17+5)
	}
	return out
}

// testBits compares results with the reference, and checks that inputs and guards stay.
func testBits[T vecref.Float](t *testing.T, k kernel[T]) {
	src := newSource[T](t)
	for _, n := range lengths() {
		for kind := range kinds {
			dst, x, y := src.slice(n, special), src.slice(n, kind), src.slice(n, kind)
			a, b := src.value(kind), src.value(kind)
			wantDst, keepX, keepY := dst.clone(), x.clone(), y.clone()
			got := k.got(operands[T]{dst.s, x.s, y.s, a, b})
			want := k.want(operands[T]{wantDst.s, keepX.s, keepY.s, a, b})
			if bits(got) != bits(want) {
				t.Fatalf("n=%d kind=%d: got %v (%#x), want %v (%#x)", n, kind, got, bits(got), want, bits(want))
			}
			for _, c := range []struct {
				what      string
				got, want guarded[T]
			}{{"the written slice", dst, wantDst}, {"x", x, keepX}, {"y", y, keepY}} {
				if i := differ(c.got.whole, c.want.whole); i >= 0 {
					t.Fatalf("n=%d kind=%d: %s differs at %d: got %v, want %v", n, kind, c.what,
						i-(len(c.got.whole)-guard-n), c.got.whole[i], c.want.whole[i])
				}
			}
		}
	}
}

// testInPlace passes one slice twice.
func testInPlace[T vecref.Float](t *testing.T, k kernel[T]) {
	src := newSource[T](t)
	for _, n := range []int{0, 1, 7, 64, 100, 1031} {
		x, y := src.slice(n, special), src.slice(n, special)
		a, b := src.value(smooth), src.value(smooth)
		for _, c := range []struct {
			what    string
			operand func(x, y []T) operands[T]
		}{
			{"dst is x", func(x, y []T) operands[T] { return operands[T]{x, x, y, a, b} }},
			{"dst is y", func(x, y []T) operands[T] { return operands[T]{y, x, y, a, b} }},
			{"x is y", func(x, y []T) operands[T] { return operands[T]{append([]T(nil), x...), y, y, a, b} }},
			{"all are one", func(x, y []T) operands[T] { return operands[T]{x, x, x, a, b} }},
		} {
			ours, theirs := c.operand(x.clone().s, y.clone().s), c.operand(x.clone().s, y.clone().s)
			got, want := k.got(ours), k.want(theirs)
			if bits(got) != bits(want) || differ(ours.dst, theirs.dst) >= 0 {
				t.Errorf("n=%d, %s: got %v and %v, want %v and %v", n, c.what, got, ours.dst, want, theirs.dst)
			}
		}
	}
}

// testOverlap passes slices that share a part.
func testOverlap[T vecref.Float](t *testing.T, pkg string, k kernel[T]) {
	if k.dst == "" {
		whole := []T{1, 2, 3, 4, 5}
		o := operands[T]{nil, whole[:4], whole[1:], 0, 0}
		if got, want := k.got(o), k.want(o); bits(got) != bits(want) {
			t.Errorf("read slices that overlap: got %v, want %v", got, want)
		}
		return
	}
	size := int(unsafe.Sizeof(T(0)))
	for i, arg := range k.reads {
		for _, shift := range []int{1, 3, -2} {
			whole := make([]T, 12)
			for j := range whole {
				whole[j] = T(j)
			}
			keep := append([]T(nil), whole...)
			o := operands[T]{whole[4:8], make([]T, 4), make([]T, 4), 2, 3}
			*[]*[]T{&o.x, &o.y}[i] = whole[4+shift : 8+shift]
			want := fmt.Sprintf("%s.%s: %s and %s overlap: %s starts %d bytes after %s; pass slices that share no memory, or the same slice twice",
				pkg, k.name, k.dst, arg, arg, shift*size, k.dst)
			wantPanic(t, want, func() { k.got(o) })
			if differ(whole, keep) >= 0 {
				t.Errorf("%s: something was written before the panic", want)
			}
		}
	}
	// Slices that only touch are fine.
	whole := make([]T, 8)
	k.got(operands[T]{whole[:4], whole[4:], whole[4:], 1, 1})
}

// testLengths passes slices of different lengths.
func testLengths[T vecref.Float](t *testing.T, pkg string, k kernel[T]) {
	first := k.dst
	if first == "" {
		first = k.reads[0]
	}
	for i, arg := range k.reads {
		if arg == first {
			continue
		}
		for _, n := range []int{0, 3, 5, 1000} {
			o := operands[T]{make([]T, 4), make([]T, 4), make([]T, 4), 1, 1}
			*[]*[]T{&o.x, &o.y}[i] = make([]T, n)
			wantPanic(t, fmt.Sprintf("%s.%s: len(%s) is %d, want len(%s) = 4", pkg, k.name, arg, n, first), func() { k.got(o) })
		}
	}
	if got, want := k.got(operands[T]{}), k.want(operands[T]{}); bits(got) != bits(want) {
		t.Errorf("nil slices: got %v, want %v", got, want)
	}
}

func wantPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := fmt.Sprint(recover()); got != want {
			t.Errorf("panic:\n got %s\nwant %s", got, strings.TrimSpace(want))
		}
	}()
	f()
}

func testAllocs[T vecref.Float](t *testing.T, k kernel[T]) {
	for _, n := range []int{0, 8, 1024, 1 << 17} {
		o := operands[T]{make([]T, n), make([]T, n), make([]T, n), 1, 1}
		if got := testing.AllocsPerRun(5, func() { k.got(o) }); got != 0 {
			t.Errorf("n=%d: %v allocations, want 0", n, got)
		}
	}
}
