package render

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// written has the ops that package lower writes as arithmetic.
var written = map[uop.Op]bool{uop.OpExp2: true, uop.OpLog2: true, uop.OpSin: true}

// loopLevel has the ops of structure that a loop-level kernel may use.
var loopLevel = map[uop.Op]bool{
	uop.OpConst: true, uop.OpParam: true, uop.OpAlloc: true, uop.OpRange: true, uop.OpEnd: true,
	uop.OpIndex: true, uop.OpLoad: true, uop.OpStore: true, uop.OpAfter: true, uop.OpSink: true,
}

// check refuses a kernel that is not at loop level, by the name of the first op that is not.
func check(name string, call *uop.UOp, lang string) error {
	var err error
	uop.Walk([]*uop.UOp{call.Body()}, uop.ScopeSrc, func(u *uop.UOp) bool {
		if why := refuse(u, lang); why != "" {
			err = fmt.Errorf("%s: %s", name, why)
		}
		return err == nil
	})
	return err
}

func refuse(u *uop.UOp, lang string) string {
	op := u.Op()
	switch {
	case written[op]:
		return fmt.Sprintf("cannot write %s as %s: want arithmetic, which package lower makes of it", strings.ToUpper(op.String()), lang)
	case !op.IsALU() && !loopLevel[op]:
		return fmt.Sprintf("cannot write %s as %s: want loops over single elements, which package lower makes", strings.ToUpper(op.String()), lang)
	case op == uop.OpIndex && u.Space() != uop.MEM:
		return fmt.Sprintf("cannot write INDEX of a value as %s: want INDEX of a place, which package lower makes", lang)
	case u.Space() == uop.ALU && len(u.Shape()) != 0:
		return fmt.Sprintf("cannot write %s of shape %v as %s: want single elements, which package lower makes", strings.ToUpper(op.String()), u.Shape(), lang)
	case op == uop.OpIndex && len(u.Shape()) != 0:
		return fmt.Sprintf("cannot write INDEX with %d of %d indices as %s: want one for each axis, which package lower makes",
			len(u.Src())-1, len(u.Src()[0].Shape()), lang)
	}
	return ""
}
