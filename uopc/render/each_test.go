package render

import (
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// each makes dst[i] = the value of p on x0[i], x1[i] ...: the form that clang vectorises.
func (p *program) each() *uop.UOp {
	b := &builder{Graph: p.b.Graph}
	n := b.Make(uop.OpParam, uop.ParamArg(uop.Index, 0, "n"))
	b.args = append(b.args, n)
	i := b.loop(n)
	dst := b.place(p.root.DType(), "dst", n)
	at := map[*uop.UOp]*uop.UOp{}
	for _, a := range p.b.args {
		v := b.load(b.place(a.DType(), "x", n), i)
		if x := a.X(); x.HasMin {
			// Keep the promise in the bounds: x % 101 is in [0, 100].
			v = b.Bin(uop.OpFloormod, v, b.Int(a.DType(), x.Max+1))
		}
		at[a] = v
	}
	root, err := uop.Substitute(p.root, func(u *uop.UOp) *uop.UOp { return at[u] })
	if err != nil {
		panic(err)
	}
	return b.call("Each", b.end(b.store(dst, root, i), i))
}

// TestRandomEach is the same on whole slices, where clang turns the loop into vectors.
func TestRandomEach(t *testing.T) {
	r := newRand(t)
	t.Parallel()
	programs, n := 60, 67
	if testing.Short() {
		programs = 40
	}
	var ps []*program
	var calls []*uop.UOp
	for len(ps) < programs {
		p := randomProgram(r, 3+r.IntN(5))
		ps, calls = append(ps, p), append(calls, p.each())
	}
	s := newSuite(t, calls...)
	var runs []*run
	var want [][]uint64
	for i, p := range ps {
		in := make([][]uint64, n)
		for j := range in {
			in[j] = p.inputs(r)
		}
		args := []any{uint64(n), make([]uint64, n)}
		for k := range p.b.args {
			col := make([]uint64, n)
			for j := range col {
				col[j] = in[j][k]
			}
			args = append(args, col)
		}
		w := make([]uint64, n)
		for j := range w {
			w[j] = eval(p.root, in[j])
		}
		runs, want = append(runs, s.run(i, 1<<63-1, args...)), append(want, w)
	}
	count := 0
	for engine, program := range s.engines(t) {
		bad := 0
		for i, got := range execute(t, program, runs) {
			d := ps[got.kernel].root.DType()
			for j, v := range s.place(got, 1) {
				count++
				if !contract.Same(d, v, want[i][j]) && bad < 3 {
					bad++
					t.Errorf("%s: kernel %d gives %s at %d, want %s\n%s%s", engine, got.kernel, contract.FormatValue(d, v), j, contract.FormatValue(d, want[i][j]), s.c[got.kernel].Func, s.g[got.kernel].Func)
				}
			}
		}
	}
	t.Logf("%d comparisons", count)
}
