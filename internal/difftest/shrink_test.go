package difftest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/uopc/uopc/runtimecache/jit"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/rules"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// shownPerWitness is how many failures of one witness are made smaller and saved; all are counted.
const shownPerWitness = 2

// fail reports a failure, with the smallest program that shows it and the command that reruns it.
func (h *harness) fail(c *testCase, j int, witness, detail string) {
	h.t.Helper()
	h.failed[witness]++
	if n := h.failed[witness]; n > shownPerWitness {
		if n == shownPerWitness+1 {
			h.t.Errorf("%s: more failures, not shown", witness)
		}
		return
	}
	if quick() {
		h.t.Fatalf("%s, %s: %s", c.kind, witness, detail)
	}
	if c.name != "" {
		h.t.Errorf("%s %s, %s: %s", c.kind, c.name, witness, detail)
		return
	}
	s := &shrinker{witness: witness, call: c.call, args: c.args[j], until: time.Now().Add(20 * time.Second), cache: h}
	s.shrink()
	text := uir.FormatNode(s.call)
	name := fmt.Sprintf("%s_%s_%08x", c.kind, strings.ReplaceAll(witness, " ", "_"), uint32(s.call.Hash()))
	head := fmt.Sprintf("; uop v1\n; args: %s\n; found: %s: %s\n", argText(s.call, s.args), witness, strings.ReplaceAll(s.detail(detail), "\n", " "))
	text = head + strings.TrimPrefix(text, "; uop v1\n")
	file := filepath.Join("testdata", "found", name+".uir")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		h.t.Error(err)
	}
	h.t.Errorf("%s, %s: %s\nsmallest: %s\ngo tool uopc-gen run -engine %s internal/difftest/%s %s\n%s", c.kind, witness, detail, s.detail(detail), engineOf(witness), file, argText(s.call, s.args), text)
}

func engineOf(witness string) string {
	switch word, _, _ := strings.Cut(witness, " "); word {
	case "fold", "c", "go":
		return word
	case "lower":
		return "c"
	}
	return "interp"
}

// argText gives the arguments as uopc-gen run takes them.
func argText(call *uop.UOp, args []*interp.Value) string {
	sig, err := uop.SignatureOf(call)
	if err != nil {
		return ""
	}
	var words []string
	for i, p := range sig.Params {
		if p.Result || p.Told || i >= len(args) || args[i] == nil {
			continue
		}
		var b []string
		for _, x := range args[i].Bits {
			b = append(b, contract.FormatValue(p.DType, contract.Canon(p.DType, x)))
		}
		w := strings.Join(b, ",")
		if p.Mem {
			w = "'[" + w + "]'"
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

// shrinker looks for a smaller program and simpler arguments for which a witness still differs
// from the interpreter.
type shrinker struct {
	witness string
	call    *uop.UOp
	args    []*interp.Value
	until   time.Time
	last    string
	cache   *harness
}

func (s *shrinker) detail(first string) string {
	if s.last != "" {
		return s.last
	}
	return first
}

// fails runs the witness; it tells what is different.
func (s *shrinker) fails(call *uop.UOp, args []*interp.Value) string {
	if s.witness == "interp" {
		if o := runInterp(call, args, interp.ByID); o.err != nil {
			return o.err.Error()
		}
		return ""
	}
	want := runInterp(call, args, interp.ByID)
	if want.err != nil && !strings.Contains(want.err.Error(), "is outside") {
		return ""
	}
	c := &testCase{kind: "shrink", call: call, args: [][]*interp.Value{args}, want: []outcome{want}}
	if want.err != nil {
		_ = safely(func() (err error) { c.simple, err = rules.Simplify(call); return err })
		if c.simple != nil {
			c.wantSimple = []outcome{runInterp(c.simple, args, interp.ByID)}
		}
	}
	got, ran := s.run(c)
	if !ran {
		return ""
	}
	return difference(c, 0, s.witness, got)
}

// run gives the outcome of the witness, and whether it took the program at all.
func (s *shrinker) run(c *testCase) (o outcome, ran bool) {
	args := c.args[0]
	switch s.witness {
	case "interp dfs":
		return runInterp(c.call, args, interp.DFS), true
	case "fold":
		return runFold(c.call, args), true
	case "interp simplified", "simplify":
		var simple *uop.UOp
		if err := safely(func() (err error) { simple, err = rules.Simplify(c.call); return err }); err != nil {
			return outcome{err: err}, s.witness == "simplify"
		}
		return runInterp(simple, args, interp.ByID), true
	}
	switch err := lowered(c); {
	case s.witness == "lower":
		return outcome{err: err}, err != nil && isMistake(err)
	case err != nil:
		return o, false
	}
	c.code = true
	if s.witness == "go" {
		bin, err := buildGo(s.cache.t.TempDir(), []*testCase{c})
		if err != nil {
			return outcome{err: err}, true
		}
		return runGoOnce(c, bin)
	}
	opt := cFlavours[s.witness]
	opt.Cache = s.cache.cache
	p, err := jit.Compile(context.Background(), c.call, opt)
	if err != nil {
		return outcome{err: err}, true
	}
	return runC(p, args), true
}

func (s *shrinker) shrink() {
	if s.last = s.fails(s.call, s.args); s.last == "" {
		return // it fails in a batch only
	}
	for changed := true; changed && time.Now().Before(s.until); {
		changed = s.smallerProgram()
		changed = s.simplerArgs() || changed
	}
}

// try keeps a program and arguments if the witness still fails.
func (s *shrinker) try(call *uop.UOp, args []*interp.Value) bool {
	if time.Now().After(s.until) {
		return false
	}
	d := ""
	_ = safely(func() error { d = s.fails(call, args); return nil })
	if d == "" {
		return false
	}
	s.call, s.args, s.last = call, args, d
	return true
}

// smallerProgram replaces one node by one of its sources or by a constant. From the root down,
// so that large parts go first.
func (s *shrinker) smallerProgram() bool {
	nodes := uop.Topo(s.call.Body())
	for i := len(nodes) - 1; i >= 0; i-- {
		u := nodes[i]
		for _, by := range replacements(u) {
			body, err := uop.Substitute(s.call.Body(), func(v *uop.UOp) *uop.UOp {
				if v == u {
					return by
				}
				return nil
			})
			if err != nil || body == s.call.Body() {
				continue
			}
			call, err := s.call.Graph().New(uop.OpCall, s.call.Arg(), append([]*uop.UOp{body}, s.call.Args()...)...)
			if err == nil && len(uop.Topo(body)) <= len(nodes) && s.try(call, s.args) {
				return true
			}
		}
	}
	return false
}

func replacements(u *uop.UOp) (out []*uop.UOp) {
	if u.IsConst() || u.Op() == uop.OpParam {
		return nil
	}
	for _, v := range u.Src() {
		if v.DType() == u.DType() && v.Space() == u.Space() && v.Shape().Equal(u.Shape()) {
			out = append(out, v)
		}
	}
	if u.Op() == uop.OpSink || u.Op() == uop.OpAfter {
		for i := range u.Src() {
			if len(u.Src()) < 2 || u.Op() == uop.OpAfter && i == 0 {
				continue
			}
			src := append(append([]*uop.UOp{}, u.Src()[:i]...), u.Src()[i+1:]...)
			if w, err := u.Graph().New(u.Op(), u.Arg(), src...); err == nil {
				out = append(out, w)
			}
		}
	}
	if u.Space() == uop.ALU && u.DType() != uop.Void {
		for _, v := range []int64{0, 1} {
			out = append(out, u.Graph().Broadcast(u.Graph().Const(u.DType(), contract.FromInt(u.DType(), v)), u.Shape()))
		}
	}
	return out
}

// simplerArgs makes single elements 0 or 1.
func (s *shrinker) simplerArgs() bool {
	changed := false
	for i, v := range s.args {
		if v == nil {
			continue
		}
		for k := 0; k < len(v.Bits) && k < 300; k++ {
			for _, n := range []int64{0, 1} {
				bits := contract.FromInt(v.DType, n)
				if v.Bits[k] == bits || n == 1 && v.Bits[k] == 0 {
					break
				}
				args := clone(s.args)
				args[i].Bits[k] = bits
				if s.try(s.call, args) {
					v, changed = args[i], true
					break
				}
			}
		}
	}
	return changed
}
