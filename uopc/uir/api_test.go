package uir_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

func Example() {
	g := uop.NewGraph()
	f, err := uir.Parse(g, "sq.uir", []byte(`; uop v1
; Sq gives x*x.
%x = param : slot=0 dtype=i32
%y = mul %x, %x
%f = call %y, 7 : name=Sq
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, k := range f.Kernels() {
		fmt.Println(k.Node.X().Name, "-", k.Doc)
	}
	os.Stdout.Write(uir.Format(f))
	// Output:
	// Sq - Sq gives x*x.
	// ; uop v1
	// ; Sq gives x*x.
	// %0 = param : dtype=i32 slot=0
	// %1 = mul %0, %0
	// %2 = const : dtype=i32 value=7
	// %3 = call %1, %2 : name=Sq
}

func parse(t *testing.T, text string) *uir.File {
	t.Helper()
	f, err := uir.Parse(uop.NewGraph(), "t.uir", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestLineEnds reads one program in every way that an editor may save it.
func TestLineEnds(t *testing.T) {
	const text = "; uop v1 title\n; doc\n%0 = param : dtype=f32 slot=0\n%1 = neg %0\n%2 = call %1, 1 : name=f\n; end\n"
	want := string(uir.Format(parse(t, text)))
	for name, other := range map[string]string{
		"crlf":       strings.ReplaceAll(text, "\n", "\r\n"),
		"no end":     strings.TrimSuffix(text, "\n"),
		"bom":        "\ufeff" + text,
		"tabs":       strings.ReplaceAll(text, " = ", "\t=\t"),
		"trailing":   strings.ReplaceAll(text, "\n", "  \t\n"),
		"blank ends": text + "\n\n  \n",
	} {
		if got := string(uir.Format(parse(t, other))); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestDocs tells which words become the doc of which kernel.
func TestDocs(t *testing.T) {
	const node = "%0 = param : dtype=f32 slot=0\n"
	const f, g = "%1 = call %0, 1 : name=f\n", "%2 = call %0, 2 : name=g\n"
	for _, c := range []struct{ name, text, docs, head string }{
		{"above", node + "; a\n;\n;  b\n" + f, "a\n\n b", ""},
		{"head", "; a\n" + node + f, "a", "a"},
		{"head, parted", "; a\n\n" + node + f, "a", "a"},
		{"head, own doc", "; a\n\n" + node + "; b\n" + f, "b", "a"},
		{"first node's", "; a\n" + node + "; b\n" + f, "b", ""},
		{"two kernels", "; a\n" + node + f + "; b\n" + g, "|b", ""},
		{"two kernels, head", "; a\n\n; n\n" + node + f + "; b\n" + g, "|b", "a"},
		{"parted block", node + "; a\n\n; b\n" + f, "a\n\nb", ""},
		{"parted heads", "; a\n\n; b\n\n" + node + f, "a\n\nb", "a\n\nb"},
		{"head, node's", "; a\n\n; n\n" + node + f, "a", "a"},
		{"blank, head, node's", "\n; a\n\n; n\n" + node + f, "a", "a"},
		{"blank, node's", "\n; n\n" + node + f, "", ""},
		{"behind", node + "%1 = call %0, 1 : name=f ; a\n", "", ""},
	} {
		file := parse(t, "; uop v1\n"+c.text)
		checkDocs(t, c.name, file, c.docs, c.head)
		checkDocs(t, c.name+", again", parse(t, string(uir.Format(file))), c.docs, c.head)
	}
}

func checkDocs(t *testing.T, name string, f *uir.File, docs, head string) {
	t.Helper()
	var list []string
	for _, k := range f.Kernels() {
		list = append(list, k.Doc)
	}
	if got := strings.Join(list, "|"); got != docs {
		t.Errorf("%s: doc %q, want %q", name, got, docs)
	}
	if got := strings.Join(f.Head, "\n"); got != head {
		t.Errorf("%s: head %q, want %q", name, got, head)
	}
}

// TestCommentsSurvive checks that each comment of a file without unused nodes is in its
// canonical text.
func TestCommentsSurvive(t *testing.T) {
	text := "; uop v1 c0\n; c1\n\n; c2\n\n; c3\n%0 = param : dtype=f32 slot=0 ; c4\n; c5\n\n" +
		"; c6\n%again = param : slot=0 dtype=f32 ; c7\n%1 = neg %0;c8\n; c9\n%2 = call %1, 1 : name=f; c10\n" +
		"\n; c11\n%3 = neg %1\n;c12\n%4 = call %3, 1\n; c13\n\n; c14"
	out := string(uir.Format(parse(t, text)))
	for i := range 15 {
		if n := strings.Count(out+"\n", fmt.Sprintf(" c%d\n", i)); n != 1 {
			t.Errorf("c%d stands %d times in\n%s", i, n, out)
		}
	}
}

// TestBuiltDoc prints the docs of a file that was made by hand and reads them back.
func TestBuiltDoc(t *testing.T) {
	g := uop.NewGraph()
	x := g.Make(uop.OpParam, uop.ParamArg(uop.F32, 0, "x"))
	call := g.Make(uop.OpCall, uop.NameArg("f"), x, g.F32(1))
	f := &uir.File{Title: "two\nlines", Graph: g, Roots: []uir.Root{{Node: call, Doc: "F gives x.\n\n  An example."}}}
	text := uir.Format(f)
	f2, err := uir.Parse(g, "t.uir", text)
	if err != nil {
		t.Fatal(err)
	}
	if k := f2.Kernels(); len(k) != 1 || k[0].Node != call || k[0].Doc != f.Roots[0].Doc || k[0].Line != 7 {
		t.Errorf("got %+v from\n%s", k, text)
	}
	if f2.Title != "two lines" {
		t.Errorf("title %q", f2.Title)
	}
}

// TestRollbackKeepsOldNodes checks that a bad text that names nodes of the graph leaves those.
func TestRollbackKeepsOldNodes(t *testing.T) {
	g := uop.NewGraph()
	x := g.Make(uop.OpParam, uop.ParamArg(uop.F32, 0, ""))
	n := g.Len()
	_, err := uir.Parse(g, "t.uir", []byte("; uop v1\n%0 = param : dtype=f32 slot=0\n%1 = neg %0\n%2 = neg 1, 2\n"))
	var e *uir.Error
	if !errors.As(err, &e) || e.File != "t.uir" || e.Line != 4 || e.Col != 13 || e.Src != "%2 = neg 1, 2" {
		t.Errorf("got %+v", e)
	}
	if g.Len() != n || g.Make(uop.OpParam, uop.ParamArg(uop.F32, 0, "")) != x {
		t.Errorf("the graph has %d nodes, want %d", g.Len(), n)
	}
}

// TestProgramRoot takes the last line of a file without a kernel for its root.
func TestProgramRoot(t *testing.T) {
	f := parse(t, "; uop v1\n%0 = const : dtype=f32 value=1\n%1 = const : dtype=f32 value=2\n%2 = neg %1\n%3 = neg %0\n")
	if len(f.Kernels()) != 0 || len(f.Roots) != 1 || f.Roots[0].Node.Op() != uop.OpNeg || f.Roots[0].Line != 5 {
		t.Errorf("roots %+v", f.Roots)
	}
	want := []string{"line 3: %1 is not used", "line 4: %2 is not used"}
	if !slices.Equal(f.Unused, want) {
		t.Errorf("unused %q, want %q", f.Unused, want)
	}
}

// TestSameCallTwice takes two lines that give one CALL for one kernel.
func TestSameCallTwice(t *testing.T) {
	f := parse(t, "; uop v1\n%0 = param : dtype=f32 slot=0\n%1 = call %0, 1 : name=f\n%2 = call %0, 1 : name=f\n")
	if len(f.Roots) != 1 || f.Roots[0].Line != 3 {
		t.Errorf("roots %+v", f.Roots)
	}
}
