package asmlink

import (
	"fmt"
	"sort"
	"strings"
)

// A piece is a run of bytes with a place in the kernel.
type piece struct {
	bytes []byte
	lo    int // where the bytes begin in their section
	align int
	off   int // where they are laid
}

// An instance is a function laid into a kernel. On amd64 a helper is laid once
// for each depth of SP at which it is called, so that the depth at each of its
// instructions is one number.
type instance struct {
	piece
	fn   *function
	base int // depth of its CFA below that of the kernel
}

// A ref is a relocation whose both ends have been found.
type ref struct {
	r     reloc
	at    *piece
	to    *piece
	toOff int
}

// A kernel is one function with all that it needs.
type kernel struct {
	goName string
	arch   *arch
	fns    []*instance
	consts []*piece
	refs   []ref
	stack  int // the most that SP moves down, return addresses included
	align  int // what SP must be a multiple of, phase bytes above the kernel's CFA
	phase  int
	origin int // where the code begins, counted from a multiple of 64
	code   []byte
	marks  []mark
}

// A linker collects what one kernel needs.
type linker struct {
	o         *object
	k         *kernel
	fns       map[instanceKey]*instance
	consts    map[constKey]*piece
	active    []*function
	uses      map[*function]int
	undefined []string
}

type instanceKey struct {
	fn   *function
	base int
}

// constKey names constants. Those that point back into code have an owner.
type constKey struct {
	sec   *section
	lo    int
	owner *instance
}

func (o *object) kernel(f Func) (*kernel, error) {
	fn := o.funcs[f.Symbol]
	if fn == nil {
		return nil, fmt.Errorf("no function %s in the object (it has: %s)", f.Symbol, strings.Join(o.names(), ", "))
	}
	l := &linker{
		o: o, k: &kernel{goName: f.GoName, arch: o.arch},
		fns: map[instanceKey]*instance{}, consts: map[constKey]*piece{}, uses: map[*function]int{},
	}
	if _, err := l.function(fn, 0); err != nil {
		return nil, err
	}
	if len(l.undefined) > 0 {
		return nil, fmt.Errorf("it needs %s, which the object does not define: a kernel calls no libc, no libm and nothing else outside", strings.Join(l.undefined, ", "))
	}
	l.k.stack = l.uses[fn]
	if l.k.stack > MaxStack {
		return nil, fmt.Errorf("it uses %d bytes of stack, want at most %d; keep large scratch in a buffer that the caller passes", l.k.stack, MaxStack)
	}
	return l.k, l.k.settle()
}

func (o *object) names() []string {
	names := make([]string, 0, len(o.funcs))
	for n := range o.funcs {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// function lays fn, entered with its CFA base bytes below the kernel's, and
// everything it refers to.
func (l *linker) function(fn *function, base int) (*instance, error) {
	if l.o.arch.callSize == 0 {
		base = 0 // nobody follows SP there: one copy serves all calls
	}
	for _, a := range l.active {
		if a == fn {
			return nil, errRecursion(fn)
		}
	}
	key := instanceKey{fn, base}
	if in := l.fns[key]; in != nil {
		return in, nil
	}
	if err := l.o.arch.checkRows(fn); err != nil {
		return nil, fmt.Errorf("function %s %w", fn.name, err)
	}
	if err := l.o.arch.checkSelf(fn); err != nil {
		return nil, err
	}
	in := &instance{fn: fn, base: base, piece: piece{bytes: clone(fn.sec.data), align: max(fn.sec.align, l.o.arch.codeAlign)}}
	l.fns[key] = in
	l.k.fns = append(l.k.fns, in)
	l.active = append(l.active, fn)
	defer func() { l.active = l.active[:len(l.active)-1] }()
	use := fn.deepest()
	for _, r := range fn.sec.relocs {
		u, err := l.reloc(in, &in.piece, fn.sec, r)
		if err != nil {
			return nil, err
		}
		use = max(use, u)
	}
	l.uses[fn] = use
	return in, nil
}

func errRecursion(fn *function) error {
	return fmt.Errorf("function %s calls itself, so its stack use has no bound; write it as a loop", fn.name)
}

// reloc finds the target of one relocation in sec, laid as at, and returns how
// deep the stack gets through it.
func (l *linker) reloc(in *instance, at *piece, sec *section, r reloc) (int, error) {
	if r.sym.sec == nil {
		l.miss(r.sym.name)
		return 0, nil
	}
	if l.o.bySec[r.sym.sec] == nil {
		if err := checkConst(r.sym.sec); err != nil {
			return 0, err
		}
	}
	kind, ok := l.o.arch.kinds[r.typ]
	if !ok {
		return 0, fmt.Errorf("%s+%#x: relocation %s to %s is not a distance inside the kernel; make %s static, or keep no pointers in constants",
			sec.name, r.off, l.o.arch.relocName(r.typ), r.sym.name, r.sym.name)
	}
	t := ref{r: r, at: at, toOff: r.sym.value}
	use := 0
	var err error
	switch target := r.sym.sec; {
	case target == in.fn.sec:
		t.to = &in.piece
	case l.o.bySec[target] != nil:
		t.to, use, err = l.callee(in, sec, r, kind.use)
	default:
		t.to, err = l.constant(in, r)
	}
	if err == nil {
		l.k.refs = append(l.k.refs, t)
	}
	return use, err
}

// miss notes a symbol that is defined nowhere, once.
func (l *linker) miss(name string) {
	for _, n := range l.undefined {
		if n == name {
			return
		}
	}
	l.undefined = append(l.undefined, name)
	sort.Strings(l.undefined)
}

// callee lays a function that in calls or jumps to.
func (l *linker) callee(in *instance, sec *section, r reloc, use refUse) (*piece, int, error) {
	fn := l.o.bySec[r.sym.sec]
	if use == either {
		use = branchOf(sec.data, r.off)
	}
	if sec != in.fn.sec || use == data {
		return nil, 0, fmt.Errorf("%s+%#x takes the address of function %s; call it by name", sec.name, r.off, fn.name)
	}
	depth := in.fn.depthAt(r.off) // of the callee's CFA, below that of in
	if use == jump {
		depth -= l.o.arch.callSize
	}
	callee, err := l.function(fn, in.base+depth)
	if err != nil {
		return nil, 0, err
	}
	return &callee.piece, depth + l.uses[fn], nil
}

// branchOf tells what the 32-bit distance at off belongs to on amd64. E8 and E9
// in front of it are CALL and JMP, 0F 8x a conditional jump; an address has a
// ModRM byte there, which ends in 101 with the top bits clear.
func branchOf(code []byte, off int) refUse {
	switch {
	case off >= 1 && code[off-1] == 0xe8:
		return call
	case off >= 1 && code[off-1] == 0xe9:
		return jump
	case off >= 2 && code[off-2] == 0x0f && code[off-1]&0xf0 == 0x80:
		return jump
	}
	return data
}

// constant lays the constants that r refers to.
func (l *linker) constant(in *instance, r reloc) (*piece, error) {
	sec := r.sym.sec
	lo, hi := l.extent(sec, r)
	key := constKey{sec: sec, lo: lo}
	if len(sec.relocs) > 0 {
		key.owner = in
	}
	if p := l.consts[key]; p != nil {
		return p, nil
	}
	p := &piece{bytes: clone(sec.data[lo:hi]), lo: lo, align: sec.align}
	l.consts[key] = p
	l.k.consts = append(l.k.consts, p)
	for _, inner := range sec.relocs {
		if inner.off < lo || inner.off >= hi {
			continue
		}
		if _, err := l.reloc(in, p, sec, inner); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// extent is the part of sec that r needs: one constant out of a section of
// equal ones where it can be told which, else all of it. On amd64 the addend
// counts from the end of the instruction, so only a symbol of its own tells.
func (l *linker) extent(sec *section, r reloc) (lo, hi int) {
	at := r.sym.value
	exact := !r.sym.whole
	if l.o.arch.callSize == 0 {
		at, exact = at+int(r.add), true
	}
	if n := sec.entry; n > 0 && exact && at >= 0 && at < len(sec.data)/n*n {
		return at / n * n, at/n*n + n
	}
	return 0, len(sec.data)
}

func clone(b []byte) []byte { return append([]byte{}, b...) }
