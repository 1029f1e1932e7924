package contract

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"math"
	"math/big"
	"os"
	"strconv"
	"testing"
)

var update = flag.Bool("update", false, "write the tables anew instead of comparing them")

// TestTables computes the tables with math/big and compares them with the source.
func TestTables(t *testing.T) {
	for name, make := range map[string]func(*bytes.Buffer){
		"pi_table.go": writePiTable,
	} {
		var b bytes.Buffer
		fmt.Fprintf(&b, "package contract\n\n// Computed and checked by TestTables; -update writes it.\n\n")
		make(&b)
		want, err := format.Source(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(name, want, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from what math/big gives; run go test -run TestTables -update", name)
		}
	}
}

func writePiTable(b *bytes.Buffer) {
	const words, more = 24, 2
	const size = 50 * (words + more)
	v := new(big.Int).Lsh(big.NewInt(1), 2*size+64-1)
	v.Quo(v, pi(size+64))
	var w [words + more]float64
	for i := len(w) - 1; i >= 0; i-- {
		x := int64(new(big.Int).And(v, big.NewInt(1<<50-1)).Uint64())
		v.Rsh(v, 50)
		if x >= 1<<49 {
			x -= 1 << 50
			v.Add(v, big.NewInt(1))
		}
		w[i] = math.Ldexp(float64(x), -50)
	}
	fmt.Fprintf(b, "// turnWords has 1/(2*pi) as the sum of turnWords[i] * 2^(-50*i): multiples of 2^-50, at most 1/2\n")
	fmt.Fprintf(b, "// in magnitude.\nvar turnWords = [%d]float64{\n", words)
	for _, x := range w[:words] {
		fmt.Fprintf(b, "%s,\n", strconv.FormatFloat(x, 'x', -1, 64))
	}
	fmt.Fprintf(b, "}\n")
}
