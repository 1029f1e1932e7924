package contract

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"math"
	"math/big"
	"os"
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
	const words = 22
	const w = 64 * (words - 1)
	v := new(big.Int).Lsh(big.NewInt(1), 2*w+1+64)
	v.Quo(v, pi(w+64))
	mask := new(big.Int).SetUint64(math.MaxUint64)
	fmt.Fprintf(b, "// twoOverPi has 64 zeros and the bits of 2/pi after the point.\nvar twoOverPi = [%d]uint64{\n", words)
	for i := range words {
		x := new(big.Int).Rsh(v, uint(64*(words-1-i)))
		fmt.Fprintf(b, "0x%016x,\n", x.And(x, mask).Uint64())
	}
	fmt.Fprintf(b, "}\n")
}
