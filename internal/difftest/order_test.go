package difftest

import (
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/render"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// rebuilt makes the same program in a graph of its own, its nodes made in another order: among
// nodes whose sources are all there, any may come next. Nodes that the program does not have are
// made in between, so that numbers and tables differ as well.
func rebuilt(r *rand.Rand, root *uop.UOp) *uop.UOp {
	g := uop.NewGraph()
	users, missing := map[*uop.UOp][]*uop.UOp{}, map[*uop.UOp]int{}
	var ready []*uop.UOp
	for _, u := range uop.Topo(root) {
		missing[u] = len(u.Src())
		for _, s := range u.Src() {
			users[s] = append(users[s], u)
		}
		if len(u.Src()) == 0 {
			ready = append(ready, u)
		}
	}
	made := map[*uop.UOp]*uop.UOp{}
	for len(ready) > 0 {
		i := r.IntN(len(ready))
		u := ready[i]
		ready = append(ready[:i], ready[i+1:]...)
		src := make([]*uop.UOp, len(u.Src()))
		for k, s := range u.Src() {
			src[k] = made[s]
		}
		if r.IntN(3) == 0 {
			g.Int(uop.I64, r.Int64())
		}
		made[u] = g.Make(u.Op(), u.Arg(), src...)
		for _, v := range users[u] {
			if missing[v]--; missing[v] == 0 {
				ready = append(ready, v)
			}
		}
	}
	return made[root]
}

// texts are what is printed of a kernel at every stage; the stage's error where it refuses.
func texts(call *uop.UOp) map[string]string {
	out := map[string]string{}
	low, err := pass.Run(call, pass.Options{Dump: func(name string, u *uop.UOp) { out[name] = uir.FormatNode(u) }})
	if err != nil {
		out["error"] = err.Error()
		return out
	}
	if src, err := render.C(low, render.COptions{}); err == nil {
		out["C"] = src.Text
	}
	if src, err := render.Go(low, render.GoOptions{}); err == nil {
		out["Go"] = src.Func
	}
	if chk, _, err := lower.Check(low); err == nil && chk != nil {
		out["check"] = uir.FormatNode(chk)
	}
	return out
}

// TestOrderDoesNotShow: what is printed depends on the program and not on how its graph was made.
func TestOrderDoesNotShow(t *testing.T) {
	h := newHarness(t)
	r := h.rand(100)
	programs, compared, shown := 0, 0, map[string]int{}
	for range int(150*scale(t)) + 1 {
		for _, k := range kinds[:5] {
			c := k.make(r)
			programs++
			want := texts(c.call)
			for range 2 {
				got := texts(rebuilt(r, c.call))
				for stage, w := range want {
					compared++
					if got[stage] != w {
						if shown[stage]++; shown[stage] <= 2 {
							t.Errorf("%s: the %s differs:\n%s\nand\n%s\nof\n%s", k.name, stage, w, got[stage], want["input"])
						}
					}
				}
			}
		}
	}
	for stage, n := range shown {
		t.Errorf("%d differences in %s", n, stage)
	}
	t.Logf("%d programs, %d texts compared", programs, compared)
}
