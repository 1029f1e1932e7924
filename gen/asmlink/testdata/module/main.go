// Command kernels runs the kernels of kernels.c and compares them with the same
// in Go. The test that builds it writes the assembly and stubs.go.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"time"
	"unsafe"
)

type args struct {
	y, x  *float32
	n, op int64
	a     float32
}

type kernelSet map[string]func(unsafe.Pointer)

// want holds the Go forms, by name.
var want = map[string]func(y, x []float32, n, op int, a float32){
	"axpy": func(y, x []float32, n, op int, a float32) {
		for i := range n {
			y[i] += float32(a * x[i])
		}
	},
	"consts": func(y, x []float32, n, op int, a float32) {
		for i := range n {
			v := float32(x[i]*1.0625) + 3.5
			v = float32(v*v) - 0.375
			y[i] = float32(math.Abs(float64(v))) * table[i%40]
		}
	},
	"sw":    sw,
	"twice": twice,
	"depths": func(y, x []float32, n, op int, a float32) {
		y[0] = float32(y[0]*0.5) + 2
		for i := range n {
			y[0] = float32(y[0]*0.5) + x[i]
		}
		y[1] = y[0]
		y[0] = float32(y[0]*0.5) + a
	},
	"array": func(y, x []float32, n, op int, a float32) {
		v := append([]float32{}, x[:640]...)
		for range n {
			for i := range 40 {
				for l := range 16 {
					v[16*i+l] = float32(v[16*i+l]*v[16*((i+7)%40)+l]) + 1.5
				}
			}
		}
		copy(y, v)
	},
	"live": func(y, x []float32, n, op int, a float32) {
		v := append([]float32{}, x[:640]...)
		for range n {
			for l := range 16 {
				t := float32(v[l]*0.5) + v[16*39+l]
				for i := range 40 {
					v[16*i+l] = float32(v[16*i+l]*0.75) + t
					t = float32(t*0.25) + v[16*i+l]
				}
			}
		}
		copy(y, v)
	},
	"early": early,
	"big": func(y, x []float32, n, op int, a float32) {
		s := float32(0)
		for i := range n {
			s += x[n-1-i]
		}
		y[0] = s
	},
	"edge": func(y, x []float32, n, op int, a float32) {
		s := int64(0)
		for i := range int64(16) {
			s = s*3 + int64(n) + i
		}
		y[0] = float32(s & 0xffff)
	},
	"bighelp": func(y, x []float32, n, op int, a float32) {
		s := float32(0)
		for i := range n {
			s += x[n-1-i]
		}
		y[0] = s + s
	},
	"aligned": func(y, x []float32, n, op int, a float32) {
		v := float32(0)
		if n > 0 {
			v = x[n-1]
		}
		y[0] = float32(y[0]*0.5) + v
		y[1] = 0
	},
	"spin": func(y, x []float32, n, op int, a float32) {
		y[0] = slow(x, n, a) + slow(x, n, 2)
	},
}

var table = [40]float32{1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 0.5, 0.25, 7, 9, 11, 15, 17, 19, 23, 29,
	1, 4, 3, 5, 8, 13, 21, 34, 55, 89, 0.5, 0.25, 7, 9, 11, 15, 17, 19, 23, 31}

func sw(y, x []float32, n, op int, a float32) {
	if n <= 0 {
		return
	}
	var acc [16]float32
	for i := range n {
		v := x[i]
		switch op + i&7 {
		case 0:
			v *= 3.5
		case 1:
			v += 1.25
		case 2:
			v /= 7
		case 3:
			v = -v
		case 4:
			v *= v
		case 5:
			if v > 100 {
				y[0] = v
				return
			}
		case 6:
			v = float32(math.Sqrt(math.Abs(float64(v))))
		default:
			v -= 9
		}
		acc[i&15] += float32(v)
	}
	copy(y, acc[:])
}

func twice(y, x []float32, n, op int, a float32) {
	helper := func(x []float32, n int, k float32) float32 {
		var acc [40]float32
		for i := range acc {
			acc[i] = k * float32(i)
		}
		for i := range n {
			acc[(i*7)%40] += x[i]
		}
		s := float32(0)
		for _, v := range acc {
			s += v
		}
		return s
	}
	r := helper(x, n, 1.5)
	if r > 1e9 {
		y[0] = -1
		return
	}
	y[0] = r + helper(x[1:], n-1, r)
}

func early(y, x []float32, n, op int, a float32) {
	s, t, u, w, q, r := int64(0), int64(1), int64(2), int64(3), int64(4), int64(5)
	for i := range n {
		if x[i] > 50 {
			y[0] = float32(s + t)
			return
		}
		s += t*u ^ int64(i) // in C: s += ((t*u) ^ i)
		t = t + w + q*3
		u ^= s
		w = w + r + t
		q = q*5 + u
		r = r + q
		if op == 1 && s&7 == 3 {
			y[0], y[1] = float32(q&1023), x[i]
			return
		}
		y[2] = float32(y[2]*0.5) + x[i]
	}
	y[0] = float32((s ^ t ^ u ^ w ^ q ^ r) & 4095)
}

func slow(x []float32, n int, k float32) float32 {
	var s [50]float32
	for i := range s {
		s[i] = k
	}
	for i := range n {
		s[i%50] = float32(s[(i+1)%50]*0.5) + x[i&15]
	}
	return s[0]
}

const length = 700

// inputs are reproducible numbers between -8 and 8, and at times one of 200.
func inputs(seed uint32) []float32 {
	x := make([]float32, length)
	for i := range x {
		seed = seed*1664525 + 1013904223
		x[i] = float32(int32(seed)>>8) / (1 << 20)
	}
	if seed>>16&3 == 0 {
		x[seed%length] = 200
	}
	return x
}

func call(k func(unsafe.Pointer), y, x []float32, n, op int, a float32) {
	k(unsafe.Pointer(&args{y: &y[0], x: &x[0], n: int64(n), op: int64(op), a: a}))
}

// check compares one kernel with its Go form on one input.
func check(set, name string, k func(unsafe.Pointer), seed uint32) error {
	x, got := inputs(seed), inputs(seed+1)
	exp := append([]float32{}, got...)
	n, op, a := int(seed*7919)%300, int(seed)&1, x[3]
	switch name {
	case "array", "live":
		n %= 6
	case "aligned":
		n++
	}
	call(k, got, x, n, op, a)
	want[name](exp, x, n, op, a)
	for i := range got {
		if math.Float32bits(got[i]) != math.Float32bits(exp[i]) && !(got[i] != got[i] && exp[i] != exp[i]) {
			return fmt.Errorf("%s/%s seed %d: y[%d] is %v, want %v", set, name, seed, i, got[i], exp[i])
		}
	}
	return nil
}

func checkAll(seeds uint32) (n int) {
	for set, ks := range sets() {
		if len(ks) != len(want) {
			fail(fmt.Errorf("%d kernels in %s, want %d", len(ks), set, len(want)))
		}
		for name, k := range ks {
			for seed := range seeds {
				fail(check(set, name, k, seed))
				n++
			}
		}
	}
	return n
}

func fail(err error) {
	if err != nil {
		fmt.Println("FAIL", err)
		os.Exit(1)
	}
}

// deep calls f with the stack at some depth, so that it grows at another place.
func deep(depth int, f func()) byte {
	var pad [88]byte
	if depth == 0 {
		f()
		return 0
	}
	pad[depth%88] = byte(depth)
	return deep(depth-1, f) + pad[(depth+1)%88]
}

// depths runs each kernel at many depths, each in a goroutine of its own, with
// its small first stack.
func depths(count int) (n int) {
	for set, ks := range sets() {
		for name, k := range ks {
			var wg sync.WaitGroup
			for d := range count {
				wg.Go(func() { deep(d, func() { fail(check(set, name, k, uint32(d))) }) })
			}
			wg.Wait()
			n += count
		}
	}
	return n
}

// storm runs everything at once, while the collector and a profiler run.
func storm(d time.Duration) int {
	pprof.StartCPUProfile(io.Discard)
	defer pprof.StopCPUProfile()
	stop := time.Now().Add(d)
	counts := make([]int, 64)
	var wg sync.WaitGroup
	wg.Go(func() {
		for time.Now().Before(stop) {
			runtime.GC()
		}
	})
	for g := range counts {
		wg.Go(func() {
			for seed := uint32(g); time.Now().Before(stop); seed++ {
				deep(int(seed%40), func() {
					for set, ks := range sets() {
						for name, k := range ks {
							fail(check(set, name, k, seed))
							counts[g]++
						}
					}
				})
			}
		})
	}
	wg.Wait()
	total := 0
	for _, c := range counts {
		total += c
	}
	return total
}

// nils passes nil for x, and for y: a fault inside the kernel must be an ordinary panic.
func nils(only func(name string) bool) (n int) {
	for set, ks := range sets() {
		for name, k := range ks {
			if !only(name) {
				continue
			}
			for d := range 30 {
				deep(d, func() {
					v := inputs(1)
					if name != "edge" { // which reads nothing
						fail(nilPanics(set, name, k, &args{y: &v[0], n: 100}))
					}
					fail(nilPanics(set, name, k, &args{x: &v[0], n: 100}))
				})
				n++
			}
		}
	}
	return n
}

func nilPanics(set, name string, k func(unsafe.Pointer), a *args) (err error) {
	defer func() {
		e, ok := recover().(runtime.Error)
		if !ok || !strings.Contains(e.Error(), "nil pointer") {
			err = fmt.Errorf("%s/%s: nil gives %v, want a nil pointer panic", set, name, e)
		}
	}()
	k(unsafe.Pointer(a))
	return nil
}

// profile checks that a profile shows who called the kernels.
func profile() {
	for set, ks := range sets() {
		for _, name := range []string{"spin", "array", "axpy", "sw", "early", "depths"} {
			fail(profileOne(set, name, ks[name]))
		}
	}
}

// profileOne profiles one kernel, again while a busy machine leaves it no sample.
func profileOne(set, name string, k func(unsafe.Pointer)) error {
	for range 20 {
		inside, known, err := sample(name, k)
		if err != nil {
			return err
		}
		if known < inside {
			return fmt.Errorf("%s/%s: of %d stacks inside, %d show the caller", set, name, inside, known)
		}
		if inside > 0 {
			return nil
		}
	}
	return fmt.Errorf("%s/%s: no samples", set, name)
}

func sample(name string, k func(unsafe.Pointer)) (inside, known int, err error) {
	var buf bytes.Buffer
	pprof.StartCPUProfile(&buf)
	callerOfKernels(name, k, 120*time.Millisecond)
	pprof.StopCPUProfile()
	z, err := gzip.NewReader(&buf)
	if err != nil {
		return 0, 0, err
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		return 0, 0, err
	}
	inside, known = stacks(raw)
	return inside, known, nil
}

//go:noinline
func callerOfKernels(name string, k func(unsafe.Pointer), d time.Duration) {
	x, y := inputs(1), inputs(2)
	n := length
	if name == "spin" {
		n = 5000
	}
	for stop := time.Now().Add(d); time.Now().Before(stop); {
		for range 50 {
			call(k, y, x, n, 0, 0.25)
		}
	}
}

func main() {
	switch os.Args[1] {
	case "check":
		fmt.Println("ok: checks", checkAll(40), "depths", depths(200))
	case "short":
		fmt.Println("ok: checks", checkAll(12), "depths", depths(60))
	case "storm":
		fmt.Println("ok: calls", storm(1500*time.Millisecond))
	case "nil":
		fmt.Println("ok: panics", nils(func(n string) bool { return true }))
	case "nilleaf":
		fmt.Println("ok: panics", nils(func(n string) bool { return n == "axpy" || n == "consts" }))
	case "profile":
		profile()
		fmt.Println("ok: profiles")
	}
}
