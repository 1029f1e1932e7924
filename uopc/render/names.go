package render

import (
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// reserved has every word that a name may not be, in either language, so that a parameter is
// spelled the same in both: keywords, C's types, Go's predeclared names, and what the generated
// text itself uses.
var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`
		auto break case char const continue default do double else enum extern float for goto if
		inline int long register restrict return short signed sizeof static struct switch typedef
		union unsigned void volatile while asm typeof linux unix errno main NULL
		int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t intptr_t uintptr_t
		chan defer fallthrough func go import interface map package range select type var
		any append bool byte cap clear close comparable complex complex64 complex128 copy delete
		error false float32 float64 imag int8 int16 int32 int64 iota len make max min new nil
		panic print println real recover rune string true uint uint8 uint16 uint32 uint64 uintptr
		math bits unsafe strconv os cpu _ init
		args st budget phase pos ret cut left cost end step at block stop rare`) {
		m[w] = true
	}
	return m
}()

// ident makes s an identifier of C and Go.
func ident(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			b.WriteRune(r)
		case r >= '0' && r <= '9':
			if i == 0 {
				b.WriteByte('_')
			}
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	s = b.String()
	// C keeps names that start with an underscore and a capital, or hold two underscores, for itself.
	for strings.Contains(s, "__") {
		s = strings.ReplaceAll(s, "__", "_")
	}
	if strings.HasPrefix(s, "_") {
		s = "p" + s
	}
	if s == "" {
		s = "p"
	}
	if reserved[s] || isHelperName(s) {
		s += "_"
	}
	return s
}

// isHelperName tells whether s could be one of the helpers, or a macro of the prelude.
func isHelperName(s string) bool {
	_, c := cHelpers[s]
	_, g := goHelpers[s]
	return c || g || strings.HasPrefix(s, "UOP_") || strings.HasPrefix(s, "INT") || strings.HasPrefix(s, "UINT")
}

// derived are the endings of what a generated package declares for a kernel, beside the function
// itself: dotGo, dotNative. A parameter of such a name would hide it.
var derived = []string{"Go", "Native", "Args", "State", "Check", "Asm", "AsmV2", "AsmV3", "AsmV4"}

// paramName keeps the name of a parameter apart from what the generated package declares.
func paramName(s string) string {
	if strings.HasPrefix(s, "uopc") {
		return s + "_"
	}
	for _, d := range derived {
		if strings.HasSuffix(s, d) {
			return s + "_"
		}
	}
	return s
}

// namer gives names that differ from each other.
type namer struct{ taken map[string]bool }

func newNamer(taken ...string) *namer {
	n := &namer{taken: map[string]bool{}}
	for _, t := range taken {
		n.taken[t] = true
	}
	return n
}

// fresh gives want, or want with the first number that makes it new.
func (n *namer) fresh(want string) string {
	want = ident(want)
	s := want
	for i := 2; n.taken[s]; i++ {
		s = want + strconv.Itoa(i)
	}
	n.taken[s] = true
	return s
}

// counterNames are what loop counters are called, by how deep the loop is.
var counterNames = []string{"i", "j", "k", "l", "m"}

// nameTable has the names of all that the text of a Program mentions: parameters, scratch, loop
// counters and the values that are not inlined.
type nameTable struct {
	slots []string            // by slot
	nodes map[*uop.UOp]string // ALLOC, RANGE and values
}

func nameAll(p *Program, taken ...string) *nameTable {
	n := newNamer(taken...)
	t := &nameTable{nodes: map[*uop.UOp]string{}}
	for _, prm := range p.Sig.Params {
		t.slots = append(t.slots, n.fresh(paramName(prm.Name)))
	}
	for _, a := range p.Allocs {
		want := a.X().Name
		if want == "" {
			want = "tmp"
		}
		t.nodes[a] = n.fresh(want)
	}
	t.nameStmts(p, n)
	return t
}

func (t *nameTable) nameStmts(p *Program, n *namer) {
	depth := loopDepths(p.Body)
	counter := map[int]string{}
	values := 0
	walkStmts(p.Body, func(s *Stmt, _ int) {
		if _, named := t.nodes[s.Node]; named {
			return
		}
		switch {
		case s.Kind == Loop:
			t.nodes[s.Node] = n.counter(counter, depth[s.Node])
		case s.Kind == Let && !p.inline[s.Node]:
			for n.taken["v"+strconv.Itoa(values)] {
				values++
			}
			t.nodes[s.Node] = "v" + strconv.Itoa(values)
			values++
		}
	})
}

// counter gives the loops of one depth one name, for they never nest. depth is -1 for a RANGE
// that runs at several depths.
func (n *namer) counter(byDepth map[int]string, depth int) string {
	if depth < 0 || depth >= len(counterNames) {
		return n.fresh("i")
	}
	if byDepth[depth] == "" {
		byDepth[depth] = n.fresh(counterNames[depth])
	}
	return byDepth[depth]
}

// loopDepths gives the depth of the loops of each RANGE, or -1 where they differ.
func loopDepths(body []Stmt) map[*uop.UOp]int {
	depth := map[*uop.UOp]int{}
	ofScope := map[int]int{}
	scopes := 1
	walkStmts(body, func(s *Stmt, scope int) {
		if s.Kind != Loop {
			return
		}
		d := ofScope[scope]
		ofScope[scopes] = d + 1
		scopes++
		if was, ok := depth[s.Node]; ok && was != d {
			d = -1
		}
		depth[s.Node] = d
	})
	return depth
}
