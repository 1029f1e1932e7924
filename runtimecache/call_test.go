package runtimecache

import (
	"runtime"
	"sync"
	"testing"
	"unsafe"
)

// sumSource reads through two levels of pointers, as a kernel does.
const sumSource = `
typedef struct { const float *x; long long n; float *out; } args;
void sum(const void *p) {
	const args *a = p;
	float s = 0;
	for (long long i = 0; i < a->n; i++) s += a->x[i];
	*a->out = s;
}
void nothing(const void *p) {}
`

type sumArgs struct {
	x   unsafe.Pointer
	n   int64
	out unsafe.Pointer
}

func embedded(t testing.TB) *Embedded {
	return &Embedded{Name: "sums", Image: string(object(t, sumSource))}
}

func TestEmbedded(t *testing.T) {
	e := embedded(t)
	fn, ok := e.Proc("sum")
	if !ok || fn == 0 || e.Err() != nil {
		t.Fatalf("Proc: %#x, %v, %v", fn, ok, e.Err())
	}
	if again, _ := e.Proc("sum"); again != fn {
		t.Errorf("Proc gave %#x, then %#x", fn, again)
	}
	missing := Func{Lib: e, Name: "missing"}
	if fn, ok := e.Proc("missing"); ok || fn != 0 || missing.Call(nil) {
		t.Error("a missing function was found")
	}
	if e.Err() == nil {
		t.Error("Err forgets the missing function")
	}
}

func TestEmbeddedFailsQuietly(t *testing.T) {
	for _, e := range []*Embedded{{}, {Name: "bad", Image: "not an object"}} {
		f := Func{Lib: e, Name: "sum"}
		for range 2 {
			if f.Call(nil) {
				t.Error("called a function of nothing")
			}
		}
		if e.Err() == nil {
			t.Error("no error is remembered")
		}
	}
}

func TestCallOfNil(t *testing.T) {
	if err := Call(0, nil); err == nil {
		t.Error("no error")
	}
}

// TestCallWhileStacksMove calls from deep and growing stacks, with arguments
// written as locals, while the collector runs.
func TestCallWhileStacksMove(t *testing.T) {
	e := embedded(t)
	f := &Func{Lib: e, Name: "sum"}
	stop := make(chan struct{})
	var gc sync.WaitGroup
	gc.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for depth := range 200 {
				if got := sumDeep(f, depth); got != 36 {
					t.Errorf("depth %d: got %v, want 36", depth, got)
				}
			}
		})
	}
	wg.Wait()
	close(stop)
	gc.Wait()
}

func sumDeep(f *Func, depth int) float32 {
	var pad [256]byte
	if depth > 0 {
		pad[depth%256] = 1
		return sumDeep(f, depth-1) + float32(pad[(depth+1)%256])
	}
	x := [8]float32{1, 2, 3, 4, 5, 6, 7, 8}
	var out float32
	a := sumArgs{unsafe.Pointer(&x), 8, unsafe.Pointer(&out)}
	if !f.Call(unsafe.Pointer(&a)) {
		return -1
	}
	return out
}

var pooled = sync.Pool{New: func() any { return new(pooledSum) }}

type pooledSum struct {
	sumArgs
	result float32
}

// sumPooled is how generated code calls.
func sumPooled(f *Func, x []float32) float32 {
	a := pooled.Get().(*pooledSum)
	a.x, a.n, a.out = unsafe.Pointer(unsafe.SliceData(x)), int64(len(x)), unsafe.Pointer(&a.result)
	f.Call(unsafe.Pointer(a))
	a.x = nil
	r := a.result
	pooled.Put(a)
	return r
}

func TestPooledCallDoesNotAllocate(t *testing.T) {
	if raceEnabled {
		t.Skip("sync.Pool drops objects at random under the race detector")
	}
	f := &Func{Lib: embedded(t), Name: "sum"}
	x := make([]float32, 16)
	if n := testing.AllocsPerRun(1000, func() { sumPooled(f, x) }); n != 0 {
		t.Errorf("%v allocations per call, want 0", n)
	}
}

func BenchmarkCall(b *testing.B) {
	f := &Func{Lib: embedded(b), Name: "sum"}
	fn, _ := f.Lib.Proc("nothing")
	x := make([]float32, 16)
	b.Run("empty", func(b *testing.B) {
		b.ReportAllocs()
		a := new(sumArgs)
		for b.Loop() {
			Call(fn, unsafe.Pointer(a))
		}
	})
	b.Run("pooled sum of 16", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sumPooled(f, x)
		}
	})
	b.Run("parallel", func(b *testing.B) {
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				sumPooled(f, x)
			}
		})
	})
	b.Run("symbol lookup", func(b *testing.B) {
		for b.Loop() {
			f.Lib.Proc("nothing")
		}
	})
}
