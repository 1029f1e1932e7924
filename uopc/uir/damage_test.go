package uir_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/uopc/uopc/internal/uirtest"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// texts gives all inputs of the golden files, and texts of random graphs.
func texts(t testing.TB, s uint64, random int) [][]byte {
	var out [][]byte
	for _, path := range []string{"testdata/good.txtar", "testdata/bad.txtar"} {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range ar.Files {
			if strings.HasSuffix(m.Name, ".in") {
				out = append(out, m.Data)
			}
		}
	}
	for i := range random {
		r := rand.New(rand.NewPCG(s, uint64(i)))
		out = append(out, []byte(uir.FormatNode(uirtest.Random(r, uop.NewGraph(), 20))))
	}
	return out
}

// readDamaged reads a text that may be bad. It must be refused and leave nothing, or be read and
// have a canonical form.
func readDamaged(t testing.TB, g *uop.Graph, text []byte) {
	n := g.Len()
	f, err := uir.Parse(g, "damaged.uir", text)
	if err != nil {
		var e *uir.Error
		if g.Len() != n || f != nil {
			t.Fatalf("refused, but left %d nodes: %v\n%q", g.Len()-n, err, text)
		}
		if !errors.As(err, &e) || e.Line < 1 || e.Col < 1 || e.Col > len(e.Src)+1 || e.Msg == "" {
			t.Fatalf("bad error %#v\n%q", err, text)
		}
		return
	}
	one := uir.Format(f)
	again, err := uir.Parse(g, "again.uir", one)
	if err != nil {
		t.Fatalf("canonical text is refused: %v\n%q\nfrom\n%q", err, one, text)
	}
	if two := uir.Format(again); !bytes.Equal(one, two) {
		t.Fatalf("not stable:\n%q\nbecame\n%q\nfrom\n%q", one, two, text)
	}
	if len(f.Roots) != len(again.Roots) {
		t.Fatalf("%d roots became %d: %q", len(f.Roots), len(again.Roots), text)
	}
	for i := range f.Roots {
		if f.Roots[i].Node != again.Roots[i].Node || f.Roots[i].Doc != again.Roots[i].Doc {
			t.Fatalf("root %d changed: %q", i, text)
		}
	}
	g.Rollback(n)
}

// TestEveryDeletion deletes each byte of many files, one at a time.
func TestEveryDeletion(t *testing.T) {
	g := uop.NewGraph()
	g.Idx(0)
	count, step := 0, 1
	if testing.Short() {
		step = 5
	}
	for _, text := range texts(t, seed(t), 10) {
		for i := 0; i < len(text); i += step {
			readDamaged(t, g, append(bytes.Clone(text[:i]), text[i+1:]...))
			count++
		}
		for i := 0; i < len(text); i += 7 {
			readDamaged(t, g, text[:i])
			count++
		}
	}
	t.Logf("%d damaged files", count)
}

// TestReplacements puts bytes that mean something, and random ones, where they do not belong.
func TestReplacements(t *testing.T) {
	const telling = "%;:=,() \t\n\r\"?-.0129xn\x00\xff"
	s := seed(t)
	r := rand.New(rand.NewPCG(s, 1))
	g := uop.NewGraph()
	list := texts(t, s, 10)
	rounds := 40000
	if testing.Short() {
		rounds /= 8
	}
	for range rounds {
		text := bytes.Clone(list[r.IntN(len(list))])
		for range 1 + r.IntN(3) {
			if len(text) == 0 {
				break
			}
			i := r.IntN(len(text))
			b := telling[r.IntN(len(telling))]
			switch r.IntN(3) {
			case 0:
				text[i] = b
			case 1:
				text = append(text[:i], append([]byte{b}, text[i:]...)...)
			default:
				text[i] = byte(r.IntN(256))
			}
		}
		readDamaged(t, g, text)
	}
}

// FuzzParse checks that any text is refused, leaving nothing, or has a canonical form.
func FuzzParse(f *testing.F) {
	for _, text := range texts(f, 1, 20) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<14 {
			return
		}
		readDamaged(t, uop.NewGraph(), text)
	})
}
