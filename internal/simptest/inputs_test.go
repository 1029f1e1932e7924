package simptest

import (
	"math/rand/v2"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// inputs are what a program runs on: every combination of the values of its PARAMs where those
// are at most the limit, else that many random ones.
type inputs struct {
	r     *rand.Rand
	pools [][]uint64 // by PARAM
	n     int        // how many in all
	every bool       // all combinations
	done  int
}

// exhaustive is up to how many values of one PARAM are all tried.
const exhaustive = 256

func newInputs(seed uint64, p *Program, limit int) *inputs {
	in := &inputs{r: newRand(seed, 99), n: 1, every: true}
	for _, u := range p.Params() {
		pool := poolOf(in.r, u, p.Nodes())
		in.pools = append(in.pools, pool)
		if in.every {
			in.n *= len(pool)
			in.every = in.n <= limit
		}
	}
	if !in.every {
		in.n = limit
	}
	return in
}

// poolOf lists the values of a PARAM: all of them, or its edges, those of its promise, what is
// next to the program's constants, and some random ones.
func poolOf(r *rand.Rand, u *uop.UOp, nodes []*uop.UOp) []uint64 {
	d, lo, hi := u.DType(), u.Vmin(), u.Vmax()
	if d.IsFloat() {
		return floatPool(r, d, nodes)
	}
	s := newSet(d)
	if n, ok := hi.Sub(lo).Int64(); ok && n < exhaustive {
		for k := range n + 1 {
			s.add(int64(lo.Bits()) + k)
		}
		return s.list
	}
	s.add(int64(lo.Bits()), int64(hi.Bits()))
	for _, b := range edges(d) {
		s.add(int64(b))
	}
	for _, k := range nodes {
		if k.IsConst() && k.DType().IsInt() {
			v := int64(k.Bits())
			s.add(v-1, v, v+1, -v, -v-1)
		}
	}
	for range 16 {
		s.add(int64(random(r, d)))
	}
	return within(s.list, u)
}

// within drops the values that the promise of a PARAM rules out.
func within(list []uint64, u *uop.UOp) (out []uint64) {
	for _, b := range list {
		if w := wide(u.DType(), b); !w.Less(u.Vmin()) && !u.Vmax().Less(w) {
			out = append(out, b)
		}
	}
	return out
}

func wide(d uop.DType, bits uint64) uop.Wide {
	if d == uop.U64 {
		return uop.WideU64(bits)
	}
	return uop.Wide64(int64(bits))
}

func floatPool(r *rand.Rand, d uop.DType, nodes []*uop.UOp) []uint64 {
	list := append([]uint64(nil), edges(d)...)
	for _, k := range nodes {
		if k.IsConst() && k.DType() == d {
			list = append(list, k.Bits(), contract.Canon(d, k.Bits()+1), contract.Canon(d, k.Bits()^1<<(d.Bits()-1)))
		}
	}
	for range 24 {
		list = append(list, random(r, d))
	}
	return list
}

// next fills the columns of the inputs and gives how many of the block count; 0 is the end.
func (in *inputs) next(p *Program) int {
	n := min(Block, in.n-in.done)
	if n <= 0 {
		return 0
	}
	div := 1
	for k, pool := range in.pools {
		col := p.In(k)
		for i := range col {
			j := 0
			if in.every {
				j = (in.done + i) / div % len(pool)
			} else {
				j = in.r.IntN(len(pool))
			}
			col[i] = pool[j]
		}
		div *= len(pool)
	}
	in.done += n
	return n
}
