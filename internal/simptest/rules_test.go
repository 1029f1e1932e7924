package simptest

import (
	"fmt"

	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/rules"
	"github.com/uopc/uopc/uopc/uop"
)

func init() {
	reversed = func(u *uop.UOp) (*uop.UOp, error) {
		return rewrite.Rewrite(u, backward, rewrite.None{}, nil)
	}
	shapes = exampleShapes()
}

// backward has the strict rules with the last one first.
var backward = func() *rewrite.Matcher[rewrite.None] {
	s := rules.StrictRules
	var list []rewrite.Rule[rewrite.None]
	for n := len(s.Names) - 1; n >= 0; n-- {
		list = append(list, rewrite.Plain(s.Names[n], s.Ops, func(g *uop.Graph, u *uop.UOp) *uop.UOp {
			if v, by := s.Step(g, rewrite.None{}, u, n); by == n {
				return v
			}
			return nil
		}))
	}
	return rewrite.NewMatcher(list...)
}()

// exampleShapes gives the programs of the yes and no lines of the shipped rules.
func exampleShapes() (out []func(*uop.Graph) *uop.UOp) {
	for _, src := range rules.Sources() {
		f, err := rulelang.Parse(src.Name, src.Text)
		if err != nil {
			panic(fmt.Sprint(src.Name, ": ", err))
		}
		for _, set := range f.Sets {
			for _, r := range set.Rules {
				for _, x := range append(r.Yes[:len(r.Yes):len(r.Yes)], r.No...) {
					out = append(out, func(g *uop.Graph) *uop.UOp {
						u, err := rulelang.ReadExample(g, x.In)
						if err != nil {
							panic(fmt.Sprint(x.In, ": ", err))
						}
						return u
					})
				}
			}
		}
	}
	return out
}
