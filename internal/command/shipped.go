package command

import (
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/rules"
)

// shippedRules reads the rule files of this module, which are part of the command.
func shippedRules() (out []*rulelang.File, err error) {
	for _, s := range rules.Sources() {
		f, err := rulelang.Parse(s.Name, s.Text)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}
