package gen

import (
	"fmt"
	"go/token"
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/render"
	"github.com/uopc/uopc/uopc/uop"
)

// unit is everything known of one generated function after its kernel was loaded.
type unit struct {
	k      *kernel
	name   string // of the Go function
	doc    string
	call   *uop.UOp // as defined
	low    *uop.UOp // loop form
	sig    *uop.Signature
	scalar bool // takes and gives scalars only: plain Go, with an Each form beside it
	each   *unit

	c      *render.Source   // nil for scalar units
	goForm *render.GoSource // the fallback
	check  *render.GoSource // looks at accesses that are not proved; may be nil
	access []lower.Access
	params []param
}

// newUnit takes a kernel through the pipeline and renders it.
func newUnit(k *kernel, o pass.Options) (*unit, error) {
	u := &unit{k: k, name: k.name, doc: k.doc, call: k.call}
	low, err := pass.Run(k.call, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.from, err)
	}
	if len(low.Args()) > len(k.call.Args()) {
		return nil, fmt.Errorf("%s: %s gives a value of shape %v; a generated function gives scalars: declare an Out parameter and Set it", k.from, k.name, k.call.Body().Shape())
	}
	u.low = low
	if err := u.render(); err != nil {
		return nil, fmt.Errorf("%s: %w", k.from, err)
	}
	if u.scalar {
		if u.each, err = newEach(u); err != nil {
			return nil, fmt.Errorf("%s: %w", k.from, err)
		}
	}
	return u, nil
}

func (u *unit) render() (err error) {
	if u.sig, err = uop.SignatureOf(u.low); err != nil {
		return err
	}
	if u.params, err = paramsOf(u.sig); err != nil {
		return err
	}
	u.nameBody()
	if err := checkScratch(u.low); err != nil {
		return err
	}
	u.scalar = u.sig.Ret != uop.Void
	for _, p := range u.sig.Params {
		u.scalar = u.scalar && !p.Mem && !p.Told && p.DType != uop.Index
	}
	if u.goForm, err = render.Go(u.low, render.GoOptions{Name: u.goName()}); err != nil {
		return err
	}
	if u.goForm.Name != u.goName() {
		return fmt.Errorf("the kernel's name %s cannot be used in C: use ASCII letters, digits and single underscores", u.name)
	}
	chk, acc, err := lower.Check(u.low)
	if err != nil {
		return err
	}
	if chk != nil {
		u.access = acc
		if u.check, err = render.Go(chk, render.GoOptions{Name: u.checkName()}); err != nil {
			return err
		}
	}
	if !u.scalar {
		u.c, err = render.C(u.low, render.COptions{Name: "uopc_" + u.name, Doc: u.doc})
	}
	return err
}

// maxScratch is how many bytes of scratch memory a kernel may have: its wrapper keeps them on the
// stack of the calling goroutine.
const maxScratch = 64 << 10

// checkScratch adds up the ALLOCs of a lowered kernel, those of its reductions among them.
func checkScratch(low *uop.UOp) error {
	total, largest := int64(0), int64(0)
	var big *uop.UOp
	uop.Walk([]*uop.UOp{low.Body()}, uop.ScopeSrc, func(a *uop.UOp) bool {
		if a.Op() != uop.OpAlloc {
			return true
		}
		n := int64(a.DType().Size())
		for _, d := range a.Shape() {
			n *= d.N
		}
		total += n
		if n > largest {
			largest, big = n, a
		}
		return true
	})
	if total <= maxScratch {
		return nil
	}
	name := big.X().Name
	if name == "" {
		name = fmt.Sprintf("ALLOC slot=%d", big.X().Slot)
	}
	return fmt.Errorf("%s: needs %d bytes of scratch memory, more than the %d that fit on the caller's stack; the largest is %s with %d: make it smaller, or take it as a Buffer parameter",
		low.X().Name, total, maxScratch, name, largest)
}

// private makes the unexported form of a Go name.
func private(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(r)) + name[n:]
}

// newEach makes the form of a scalar kernel that runs over slices: dst[i] = f(x[i], y[i], ...).
// A kernel that needs scratch memory has none.
func newEach(u *unit) (*unit, error) {
	body, g := u.low.Body(), u.low.Graph()
	plain := len(u.sig.Params) > 0
	uop.Walk([]*uop.UOp{body}, uop.AllSrc, func(v *uop.UOp) bool {
		plain = plain && (v.Op().IsALU() || v.IsConst() || v.Op() == uop.OpParam)
		return plain
	})
	if !plain {
		return nil, nil
	}
	used := map[string]bool{}
	for _, p := range u.sig.Params {
		used[p.Name] = true
	}
	free := func(name string) string {
		for used[name] {
			name += "_"
		}
		used[name] = true
		return name
	}
	n := len(u.sig.Params)
	size := g.Make(uop.OpParam, uop.BoundedArg(uop.Index, n+1, free("n"), 0, uop.MaxElems))
	place := func(d uop.DType, slot int, name string) *uop.UOp {
		return g.Make(uop.OpParam, uop.PlaceArg(d, slot, name, uop.Dynamic), size)
	}
	r := g.Make(uop.OpRange, uop.RangeArg(0), size)
	args := []*uop.UOp{place(u.sig.Ret, 0, free("dst"))}
	at := func(p *uop.UOp) *uop.UOp { return g.Make(uop.OpIndex, uop.Arg{}, p, r) }
	loads := make([]*uop.UOp, n)
	for i, p := range u.sig.Params {
		a := place(p.DType, i+1, p.Name)
		args = append(args, a)
		loads[i] = g.Make(uop.OpLoad, uop.Arg{}, at(a))
	}
	value, err := uop.Substitute(body, func(v *uop.UOp) *uop.UOp {
		if v.Op() == uop.OpParam {
			return loads[v.X().Slot]
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	end := g.Make(uop.OpEnd, uop.Arg{}, g.Make(uop.OpStore, uop.Arg{}, at(args[0]), value), r)
	e := &unit{k: u.k, name: u.name + "Each"}
	e.doc = fmt.Sprintf("%s sets %s[i] to %s of the i-th elements, for every i.", e.name, args[0].X().Name, u.name)
	src := append([]*uop.UOp{end}, append(args, size)...)
	if e.low, err = g.New(uop.OpCall, uop.NameArg(e.name), src...); err != nil {
		return nil, err
	}
	e.call = e.low
	if err := e.render(); err != nil {
		return nil, err
	}
	for i, p := range u.sig.Params {
		q := &e.params[i+1] // what the scalar promises, its elements must keep
		q.HasMin, q.Min, q.HasMax, q.Max = p.HasMin, p.Min, p.HasMax, p.Max
	}
	return e, nil
}

// param is one parameter of the generated function, with what its wrapper must know.
type param struct {
	uop.Param
	body string // how the wrapper's body calls it
}

// paramsOf takes the parameters of a signature with names that are Go identifiers.
func paramsOf(sig *uop.Signature) ([]param, error) {
	out := make([]param, len(sig.Params))
	seen := map[string]int{}
	for i, p := range sig.Params {
		switch {
		case token.IsKeyword(p.Name):
			return nil, fmt.Errorf("%s: the parameter in slot %d is named %q, a Go keyword; choose another name", sig.Name, i, p.Name)
		case !token.IsIdentifier(p.Name) || p.Name == "_":
			return nil, fmt.Errorf("%s: the parameter in slot %d is named %q, which is not a Go identifier", sig.Name, i, p.Name)
		}
		if j, ok := seen[p.Name]; ok {
			return nil, fmt.Errorf("%s: the parameters in slots %d and %d are both named %s", sig.Name, j, i, p.Name)
		}
		seen[p.Name] = i
		if len(p.Shape) > 0 && !p.Mem {
			return nil, fmt.Errorf("%s: %s is a value with shape %v; a generated function takes scalars and slices", sig.Name, p.Name, p.Shape)
		}
		for _, d := range p.Shape {
			if d.U == nil && d.N > math.MaxInt32 {
				return nil, fmt.Errorf("%s: the size %d of %s does not fit an int on 32-bit machines, where the package must build too; make it a Size", sig.Name, d.N, p.Name)
			}
		}
		out[i] = param{p, p.Name}
	}
	return out, nil
}
