package uir_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// chain makes n adds, one on the other.
func chain(g *uop.Graph, n int) *uop.UOp {
	x := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 0, "x"))
	u := x
	for range n {
		u = g.Add(u, x)
	}
	return u
}

// TestLongChain prints and reads a chain far deeper than a stack of calls would allow. Time is
// compared with that of a chain a tenth as long: linear gives 10, quadratic 100.
func TestLongChain(t *testing.T) {
	const n = 200_000
	cost := func(n int) (format, parse time.Duration) {
		g := uop.NewGraph()
		u := chain(g, n)
		t0 := time.Now()
		text := []byte(uir.FormatNode(u))
		t1 := time.Now()
		f, err := uir.Parse(g, "chain.uir", text)
		if err != nil || f.Roots[0].Node != u {
			t.Fatalf("chain of %d came back as another node: %v", n, err)
		}
		format, parse = t1.Sub(t0), time.Since(t1)
		t1 = time.Now()
		if _, err := uir.Parse(uop.NewGraph(), "chain.uir", text); err != nil {
			t.Fatal(err)
		}
		return format, max(parse, time.Since(t1))
	}
	for range 3 { // a busy machine may spoil one try
		f0, p0 := cost(n / 10)
		f1, p1 := cost(n)
		t.Logf("%d adds: format %v, parse %v; a tenth: %v, %v", n, f1, p1, f0, p0)
		if f1 < 50*f0+time.Second/2 && p1 < 50*p0+time.Second/2 {
			return
		}
	}
	t.Errorf("time grows faster than the text")
}

// TestLongDamagedChain reads a long file with faults at its end and at its start, where names
// that are not found are looked for.
func TestLongDamagedChain(t *testing.T) {
	text := uir.FormatNode(chain(uop.NewGraph(), 200_000))
	for _, bad := range []string{
		text + "%z = neg %zz\n",
		strings.Replace(text, "%1 = add %0, %0", "%1 = add %0, %199999", 1),
		strings.Replace(text, "%1 = add", "%1 = adt", 1),
	} {
		t0 := time.Now()
		g := uop.NewGraph()
		if _, err := uir.Parse(g, "chain.uir", []byte(bad)); err == nil || g.Len() != 0 {
			t.Errorf("%d nodes, error %v", g.Len(), err)
		}
		if d := time.Since(t0); d > 5*time.Second {
			t.Errorf("took %v", d)
		}
	}
}

// TestManyFaults stops at ten, and does not report the users of faulty lines.
func TestManyFaults(t *testing.T) {
	var b strings.Builder
	b.WriteString("; uop v1\n")
	for i := range 30 {
		fmt.Fprintf(&b, "%%a%d = nag 1\n%%b%d = neg %%a%d\n", i, i, i)
	}
	_, err := uir.Parse(uop.NewGraph(), "many.uir", []byte(b.String()))
	many, ok := err.(interface{ Unwrap() []error })
	if !ok || len(many.Unwrap()) != 10 {
		t.Fatalf("want 10 errors, got %v", err)
	}
	if s := err.Error(); strings.Contains(s, "%b") {
		t.Errorf("reports a user of a faulty line:\n%s", s)
	}
}

func BenchmarkFormat(b *testing.B) {
	u := chain(uop.NewGraph(), 10_000)
	for b.Loop() {
		uir.FormatNode(u)
	}
}

func BenchmarkParse(b *testing.B) {
	g := uop.NewGraph()
	text := []byte(uir.FormatNode(chain(g, 10_000)))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := uir.Parse(g, "chain.uir", text); err != nil {
			b.Fatal(err)
		}
	}
}
