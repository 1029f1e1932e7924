package uir_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/uopc/uopc/internal/uirtest"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// seed gives the seed of the random tests: TEST_SEED, or the time.
func seed(t testing.TB) uint64 {
	t.Helper()
	s := uint64(time.Now().UnixNano())
	if v := os.Getenv("TEST_SEED"); v != "" {
		n, err := strconv.ParseUint(v, 10, 64)
		if err != nil {
			t.Fatalf("TEST_SEED: %v", err)
		}
		s = n
	}
	t.Logf("TEST_SEED=%d", s)
	return s
}

func graphs(short bool) int {
	if short {
		return 300
	}
	return 2000
}

// TestRandomRoundTrip reads the text of random graphs back as the same pointers, and in another
// graph as the same text.
func TestRandomRoundTrip(t *testing.T) {
	s := seed(t)
	ops, dtypes := map[uop.Op]int{}, map[uop.DType]int{}
	for i := range graphs(testing.Short()) {
		r := rand.New(rand.NewPCG(s, uint64(i)))
		g := uop.NewGraph()
		u := uirtest.Random(r, g, 1+r.IntN(60))
		if i%4 == 0 {
			u = uirtest.RandomScalar(r, g, 1+r.IntN(60))
		}
		checkRoundTrip(t, g, u)
		for _, n := range uop.Topo(u) {
			ops[n.Op()]++
			dtypes[n.DType()]++
		}
		if t.Failed() {
			t.Fatalf("graph %d", i)
		}
	}
	for op := uop.OpInvalid + 1; op < uop.NumOps; op++ {
		if ops[op] == 0 {
			t.Errorf("no random graph has a %v", op)
		}
	}
	for _, d := range uop.ValueDTypes() {
		if dtypes[d] == 0 {
			t.Errorf("no random graph has a %v", d)
		}
	}
}

func checkRoundTrip(t *testing.T, g *uop.Graph, u *uop.UOp) {
	t.Helper()
	text := uir.FormatNode(u)
	n := g.Len()
	f, err := uir.Parse(g, "same.uir", []byte(text))
	if err != nil {
		t.Errorf("its own text is refused: %v\n%s", err, text)
		return
	}
	if len(f.Roots) != 1 || f.Roots[0].Node != u || g.Len() != n || len(f.Unused) > 0 {
		t.Errorf("came back as another node, %d new nodes:\n%s", g.Len()-n, text)
	}
	f, err = uir.Parse(uop.NewGraph(), "other.uir", []byte(text))
	if err != nil {
		t.Errorf("another graph refuses the text: %v\n%s", err, text)
		return
	}
	if again := string(uir.Format(f)); again != text {
		t.Errorf("another graph gives another text:\n%s\nbecame\n%s", text, again)
	}
}

// TestOrderOfCreation shuffles the lines of a text, as far as sources stay above users, gives the
// nodes other names and their keys another order. The canonical text must not change.
func TestOrderOfCreation(t *testing.T) {
	s := seed(t)
	for i := range graphs(testing.Short()) / 4 {
		r := rand.New(rand.NewPCG(s, uint64(i)))
		text := uir.FormatNode(uirtest.Random(r, uop.NewGraph(), 1+r.IntN(40)))
		mixed := shuffle(r, text)
		f, err := uir.Parse(uop.NewGraph(), "mixed.uir", []byte(mixed))
		if err != nil {
			t.Fatalf("graph %d: %v\n%s", i, err, mixed)
		}
		if got := string(uir.Format(f)); got != text {
			t.Fatalf("graph %d: got\n%s\nwant\n%s\nfrom\n%s", i, got, text, mixed)
		}
	}
}

// shuffle gives another text of the same graph. The root stays last, for it may be no CALL.
func shuffle(r *rand.Rand, text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")[1:]
	placed := make([]bool, len(lines))
	out := []string{"; uop v1"}
	for len(out) <= len(lines) {
		i := r.IntN(len(lines))
		if placed[i] || i == len(lines)-1 && len(out) < len(lines) {
			continue
		}
		if ready(lines[i], placed) {
			placed[i] = true
			out = append(out, rename(r, lines[i]))
		}
	}
	return strings.Join(out, "\r\n") // and without the last line end
}

// ready tells whether all sources of a canonical line are placed.
func ready(line string, placed []bool) bool {
	_, rhs, _ := strings.Cut(line, " = ")
	rhs, _, _ = strings.Cut(rhs, " : ")
	for _, f := range strings.FieldsFunc(rhs, func(r rune) bool { return r == ' ' || r == ',' }) {
		if n, ok := strings.CutPrefix(f, "%"); ok {
			if i, _ := strconv.Atoi(n); !placed[i] {
				return false
			}
		}
	}
	return true
}

func rename(r *rand.Rand, line string) string {
	head, keys, ok := strings.Cut(line, " : ")
	head = strings.ReplaceAll(head, "%", "%node.")
	if !ok {
		return head
	}
	if !strings.Contains(keys, `"`) {
		list := strings.Fields(keys)
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		keys = strings.Join(list, "\t")
	}
	return head + " : " + keys
}

// TestRoots prints several kernels in one file and reads them back in order.
func TestRoots(t *testing.T) {
	s := seed(t)
	r := rand.New(rand.NewPCG(s, 0))
	g := uop.NewGraph()
	var calls []*uop.UOp
	for i := range 20 {
		body := uirtest.RandomScalar(r, g, 5)
		src := []*uop.UOp{body}
		for _, p := range uop.Params(body) {
			d := uop.F32
			if p != nil {
				d = p.DType()
			}
			src = append(src, uirtest.Value(r, g, d))
		}
		calls = append(calls, g.Make(uop.OpCall, uop.NameArg("k"+strconv.Itoa(i)), src...))
	}
	f, err := uir.Parse(g, "many.uir", []byte(uir.FormatRoots(calls...)))
	if err != nil {
		t.Fatal(err)
	}
	var got []*uop.UOp
	for _, k := range f.Kernels() {
		got = append(got, k.Node)
	}
	if !slices.Equal(got, calls) {
		t.Errorf("got %d kernels, want %d, in order", len(got), len(calls))
	}
}
