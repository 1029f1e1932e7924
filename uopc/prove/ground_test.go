package prove

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// needZ3 skips a test where the solver is missing.
func needZ3(t *testing.T) {
	t.Helper()
	if _, err := Find(); err != nil {
		t.Skip(err)
	}
}

func TestGround(t *testing.T) {
	needZ3(t)
	n, err := Ground(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d values", n)
	if n < 4000 {
		t.Errorf("only %d values were compared", n)
	}
}

// TestEnds: integers between symbolic ends, put at the ends of a dtype, are that dtype.
func TestEnds(t *testing.T) {
	needZ3(t)
	path, _ := Find()
	s := solver{path: path}
	defer s.stop()
	for _, d := range []uop.DType{uop.I8, uop.U8, uop.I16, uop.U32, uop.I64, uop.U64} {
		sc := newScript()
		sc.ends(d.IsSigned())
		half := new(big.Int).Lsh(big.NewInt(1), uint(d.Bits()-1))
		sc.assert("(= HALF %s)", half)
		wrong := []string{"or", "false"}
		for op := uop.OpInvalid; op < uop.NumOps; op++ {
			if intEncs[op] == nil {
				continue
			}
			for i := range groundInputs {
				wrong = append(wrong, endsCase(sc, op, d, i))
			}
		}
		sc.assert("(%s)", strings.Join(wrong, " "))
		ans, _, err := s.ask(context.Background(), sc.String(), 20*time.Second, nil)
		if err != nil || ans != unsat {
			t.Errorf("%s: %v, %v", d, ans, err)
		}
	}
}

// endsCase says that the model has another result than the contract.
func endsCase(sc *script, op uop.Op, d uop.DType, i int) string {
	a, b := edge(d, i, 0), edge(d, i, 1)
	r := between(d)
	term, _ := sc.op(op, r, r, []string{r.fromBig(bigOf(d, a)), r.fromBig(bigOf(d, b))}[:op.Arity()])
	want := contract.Eval(op, d, d, a, b, 0)
	if op == uop.OpCmplt || op == uop.OpCmpne {
		return fmt.Sprintf("(distinct %s %v)", term, want != 0)
	}
	return fmt.Sprintf("(distinct %s %s)", term, r.fromBig(bigOf(d, want)))
}

// TestHintsAllow: with hints, what the machine does is still among what is possible.
func TestHintsAllow(t *testing.T) {
	needZ3(t)
	path, _ := Find()
	s := solver{path: path}
	defer s.stop()
	for _, d := range []uop.DType{uop.I8, uop.U8, uop.I32, uop.U64} {
		for _, powers := range []bool{false, true} {
			sc := newScript()
			sc.useHints(1)
			sc.hints.powers = powers
			sc.ends(d.IsSigned())
			sc.assert("(= HALF %s)", new(big.Int).Lsh(big.NewInt(1), uint(d.Bits()-1)))
			for op := uop.OpInvalid; op < uop.NumOps; op++ {
				for i := range groundInputs {
					if intEncs[op] != nil {
						sc.assert("(not %s)", endsCase(sc, op, d, i))
					}
				}
			}
			sc.lemmas()
			if ans, _, err := s.ask(context.Background(), sc.String(), 60*time.Second, nil); err != nil || ans != sat {
				t.Errorf("%s: %v, %v", d, ans, err)
			}
		}
	}
}
