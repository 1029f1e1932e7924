package command

import (
	"slices"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/rules"
)

// shippedRules reads the rule files of this module, which are part of the command; without those
// whose proofs take long, if quick. skipped counts these.
func shippedRules(quick bool) (out []*rulelang.File, skipped int, err error) {
	for _, s := range rules.Sources() {
		f, err := rulelang.Parse(s.Name, s.Text)
		if err != nil {
			return nil, 0, err
		}
		if quick {
			skipped += dropSlow(f)
		}
		out = append(out, f)
	}
	return out, skipped, nil
}

func dropSlow(f *rulelang.File) (n int) {
	slow := rules.Slow()
	for _, set := range f.Sets {
		before := len(set.Rules)
		set.Rules = slices.DeleteFunc(set.Rules, func(r *rulelang.Rule) bool { return slices.Contains(slow, r.Name) })
		n += before - len(set.Rules)
	}
	return n
}
