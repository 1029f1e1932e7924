package difftest

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// goMain is the head of the program of Go forms: it reads runs and answers them.
var goMain = func() string {
	var b strings.Builder
	b.WriteString(`package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"os"
)

var (
	in     = bufio.NewReader(os.Stdin)
	out    = bufio.NewWriter(os.Stdout)
	answer []uint64
)

func get() uint64 {
	var b [8]byte
	for i := range b {
		c, err := in.ReadByte()
		if err != nil {
			out.Flush()
			os.Exit(0)
		}
		b[i] = c
	}
	return binary.LittleEndian.Uint64(b[:])
}

func put(v uint64) { answer = append(answer, v) }

func slice[T any](from func(uint64) T) []T {
	s := make([]T, get())
	for i := range s {
		s[i] = from(get())
	}
	return s
}

func run(k uint64) (status uint64) {
	answer = answer[:0]
	defer func() {
		if p := recover(); p != nil {
			status, answer = 1, answer[:0]
			for _, c := range []byte(fmt.Sprint(p)) {
				put(uint64(c))
			}
		}
	}()
	kernels[k]()
	return 0
}

func main() {
	for {
		status := run(get())
		for _, v := range append([]uint64{status, uint64(len(answer))}, answer...) {
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], v)
			out.Write(b[:])
		}
	}
}

var _ = math.Pi

`)
	for _, d := range uop.ValueDTypes() {
		t := d.GoName()
		from, to := t+"(x)", "uint64(x)"
		switch d {
		case uop.Bool:
			b.WriteString("func from_bool(x uint64) bool { return x != 0 }\n\nfunc to_bool(x bool) uint64 {\n\tif x {\n\t\treturn 1\n\t}\n\treturn 0\n}\n\n")
			continue
		case uop.F32:
			from, to = "math.Float32frombits(uint32(x))", "uint64(math.Float32bits(x))"
		case uop.F64:
			from, to = "math.Float64frombits(x)", "math.Float64bits(x)"
		}
		fmt.Fprintf(&b, "func from_%s(x uint64) %s { return %s }\n\nfunc to_%s(x %s) uint64 { return %s }\n\n", d, t, from, d, t, to)
	}
	return b.String()
}()
