// Command threeway compares what EXP2, LOG2 and SIN are in three places that share no code, on all
// 2^32 inputs of f32: the contract, the native code of package vec32, and its Go form. Arguments are
// of the functions Exp2, Log2 and Sin; none means all three.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/uopc/uopc/kernels/vec32"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// function is one op, and the kernel that must agree with it.
type function struct {
	op     uop.Op
	kernel func(dst, x []float32)
}

var functions = map[string]function{
	"Exp2": {uop.OpExp2, vec32.Exp2},
	"Log2": {uop.OpLog2, vec32.Log2},
	"Sin":  {uop.OpSin, vec32.Sin},
}

// witnesses are the processes that compute, each with its own UOPC_ISA.
var witnesses = []string{"contract", "native", "go"}

const (
	chunk  = 1 << 20
	chunks = 1 << 32 / chunk
)

func main() {
	witness := flag.String("witness", "", "print the hash of each chunk of results by `who`; for the program itself")
	step := flag.Int("step", 1, "try one chunk in so many")
	flag.Parse()
	names := flag.Args()
	if len(names) == 0 {
		names = []string{"Exp2", "Log2", "Sin"}
	}
	for _, name := range names {
		f, ok := functions[name]
		if !ok || *step < 1 {
			fmt.Fprintln(os.Stderr, "usage: threeway [-step n] [Exp2] [Log2] [Sin]")
			os.Exit(2)
		}
		if *witness != "" {
			print1(f, *witness, *step)
			continue
		}
		if err := compare(name, *step); err != nil {
			fmt.Fprintf(os.Stderr, "threeway: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}

// print1 prints a line for each chunk.
func print1(f function, witness string, step int) {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	x, dst := make([]float32, chunk), make([]float32, chunk)
	for c := 0; c < chunks; c += step {
		for i := range x {
			x[i] = math.Float32frombits(uint32(c*chunk + i))
		}
		if witness == "contract" {
			for i, v := range x {
				dst[i] = math.Float32frombits(uint32(contract.Eval(f.op, uop.F32, uop.F32, uint64(math.Float32bits(v)), 0, 0)))
			}
		} else {
			f.kernel(dst, x)
		}
		fmt.Fprintf(out, "%d %016x\n", c, hash(dst))
		out.Flush()
	}
}

// hash mixes the bits of all results; all NaNs are one.
func hash(v []float32) uint64 {
	h := uint64(14695981039346656037)
	for _, x := range v {
		b := math.Float32bits(x)
		if x != x {
			b = 0x7fc00000
		}
		h = (h ^ uint64(b)) * 1099511628211
	}
	return h
}

// compare runs the witnesses, no more at a time than there are processors, and compares their lines.
func compare(name string, step int) error {
	start := time.Now()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	texts, errs := make([]string, len(witnesses)), make([]error, len(witnesses))
	slots := make(chan bool, runtime.NumCPU())
	var wait sync.WaitGroup
	for i, w := range witnesses {
		wait.Go(func() {
			slots <- true
			defer func() { <-slots }()
			cmd := exec.Command(self, "-witness", w, "-step", fmt.Sprint(step), name)
			cmd.Env, cmd.Stderr = os.Environ(), os.Stderr
			if w == "go" {
				cmd.Env = append(cmd.Env, "UOPC_ISA=go")
			}
			out, err := cmd.Output()
			texts[i], errs[i] = string(out), err
		})
	}
	wait.Wait()
	lines := strings.Count(texts[0], "\n")
	for i, w := range witnesses {
		if errs[i] != nil {
			return fmt.Errorf("%s: %w", w, errs[i])
		}
		if texts[i] != texts[0] {
			return fmt.Errorf("%s and %s differ: %s", witnesses[0], w, firstDifference(texts[0], texts[i]))
		}
	}
	fmt.Printf("%s: %d inputs, equal bits by contract, native code and Go form, %.0f s\n", name, lines*chunk, time.Since(start).Seconds())
	return nil
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("chunk and hash %s against %s", x[i], y[i])
		}
	}
	return "one ends early"
}
