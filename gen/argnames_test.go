package gen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc"
)

// TestOwnNames: the exported function takes every parameter under the name of its definition, and
// needs no second function for most.
func TestOwnNames(t *testing.T) {
	for _, c := range []struct {
		name, checked string
	}{
		{"phase", ""}, {"pos", ""}, {"budget", ""}, {"st", ""}, {"args", ""}, {"ret", ""}, {"int", ""}, {"float32", ""},
		{"math", ""}, {"unsafe", ""}, {"os", ""}, {"cpu", ""}, {"register", ""}, {"panic", ""}, {"nil", ""}, {"init", ""},
		{"bad", ""}, {"limit", ""}, {"sumArgs", ""}, {"sumAsmV2", ""}, {"INT64_MAX", ""}, {"é", ""}, {"x__y", ""}, {"_x", ""}, {"e", ""},
		{"len", "sumChecked"}, {"max", "sumChecked"}, {"float64", "sumChecked"}, {"true", "sumChecked"}, {"strconv", "sumChecked"},
		{"uopcNative", "sumChecked"}, {"uopcBadLen", "sumChecked"}, {"sumGo", "sumChecked"}, {"sumNative", "sumChecked"}, {"sumCheck", "sumChecked"},
	} {
		u, err := unitOf(t, "Sum", sumOf(c.name))
		if err != nil {
			t.Fatal(err)
		}
		if got := u.ownName(0); got != c.name {
			t.Errorf("the parameter %s is called %s by the exported function", c.name, got)
		}
		if got := u.checkedName(); got != c.checked {
			t.Errorf("the parameter %s makes the second function %q, want %q", c.name, got, c.checked)
		}
		if got := u.bodyName(0); (got == c.name) != (c.checked == "") {
			t.Errorf("the parameter %s is called %s by the body", c.name, got)
		}
	}
}

// TestBodyNames: names that are made to be free are.
func TestBodyNames(t *testing.T) {
	u, err := unitOf(t, "Sum", func(k *uopc.Kernel) {
		n := k.Size("max")
		x, y, z := k.In("len", uopc.F32, n), k.In("len_", uopc.F32, n), k.In("sumChecked", uopc.F32, n)
		k.Return(x.Mul(y).Add(z).Sum())
	})
	if err != nil {
		t.Fatal(err)
	}
	var body []string
	for _, p := range u.inner() {
		body = append(body, p.body)
	}
	if got, want := strings.Join(body, " "), "len__ len_ sumChecked max_"; got != want {
		t.Errorf("the body's names are %s, want %s", got, want)
	}
	if got, want := u.checkedName(), "sumChecked_"; got != want {
		t.Errorf("the second function is %s, want %s", got, want)
	}
	if got := u.bodyWork(); !strings.Contains(got, "float64(max_)") {
		t.Errorf("the work is %s, want it in terms of max_", got)
	}
}

// TestWorkNames: where render renames a size, the wrapper's estimate of the work has the own name.
func TestWorkNames(t *testing.T) {
	for _, size := range []string{"phase", "é", "e", "n"} {
		u, err := unitOf(t, "Sum", func(k *uopc.Kernel) { k.Return(k.In("x", uopc.F32, k.Size(size)).Sum()) })
		if err != nil {
			t.Fatal(err)
		}
		if got := u.bodyWork(); !strings.Contains(got, "float64("+size+")") {
			t.Errorf("the work is %s, want it in terms of %s", got, size)
		}
	}
}

// TestEveryInternalName generates kernels, and then the same kernels again, whose parameters have all
// the names that occur anywhere in the first ones' Go files. The second ones must build, take
// those names, and pass their generated tests.
func TestEveryInternalName(t *testing.T) {
	needClang(t)
	for _, link := range []string{LinkAsm, LinkDylib} {
		t.Run(link, func(t *testing.T) {
			mod := newModule(t)
			// The first len makes a second function, whose name is one more.
			first := generateNamed(t, mod, "first", link, []string{"len", "a", "b", "c", "d", "e"})
			names := mentioned(t, first)
			if !slices.Contains(names, "phase") || !slices.Contains(names, "scratch_tmp") || !slices.Contains(names, "slicesChecked") || len(names) < 60 {
				t.Fatalf("the first package mentions only %v", names)
			}
			second := generateNamed(t, mod, "second", link, names)
			checkSignature(t, second, "Slices", append([]string{"own2"}, names...))
			checkSignature(t, second, "Scalars", append([]string{"own1"}, names...))
			checkSignature(t, second, "Plain", append([]string{"own1"}, names...))
			goTool(t, mod, nil, "vet", "./second")
			goTool(t, mod, nil, "test", "-short", "./second")
			goTool(t, mod, nil, "build", "-tags", "purego", "./second")
		})
	}
}

// generateNamed makes a package of kernels whose parameters have the given names, in each role.
func generateNamed(t *testing.T, mod, pkg, link string, names []string) string {
	t.Helper()
	var quoted []string
	for _, n := range names {
		quoted = append(quoted, strconv.Quote(n))
	}
	dir := filepath.Join(mod, pkg)
	text := strings.ReplaceAll(namedKernels, "NAMES", strings.Join(quoted, ", "))
	var platforms []string // of mode dylib: this one
	if link == LinkDylib {
		platforms = []string{runtime.GOOS + "/" + runtime.GOARCH}
	}
	writeFile(t, filepath.Join(dir, "def", "def.go"), text)
	writeFile(t, filepath.Join(dir, "doc.go"), "// Package "+pkg+" has kernels.\npackage "+pkg+"\n")
	mustRun(t, Config{Dir: dir, Inputs: []string{"./def"}, Link: link, Platforms: platforms})
	return dir
}

// namedKernels has every kind of check that a wrapper makes: lengths, products of sizes, ranges of
// scalars, positions, and overlap; scratch memory, and loops that are cut.
const namedKernels = `// Package def holds kernels for a test of names.
package def

import (
	"fmt"

	"github.com/uopc/uopc/uopc"
)

var names = []string{NAMES}

// Slices adds slices of those names.
func Slices(k *uopc.Kernel) {
	n := k.Size("own1")
	dst := k.Buffer("own2", uopc.F32, n)
	at := k.In(names[0], uopc.I64, n)
	tmp := k.Alloc("tmp", uopc.F32, 1000)
	var xs []*uopc.Expr
	for _, name := range names[1:] {
		xs = append(xs, k.In(name, uopc.F32, n))
	}
	k.Loop(n, func(i *uopc.Expr) {
		v := xs[0].Load(at.Load(i))
		for _, x := range xs[1:] {
			v = v.Add(x.Load(i))
		}
		tmp.Store(i.FloorMod(1000), v)
		dst.Store(i, tmp.Load(i.FloorMod(1000)))
	})
}

// Scalars adds scalars of those names to every element.
func Scalars(k *uopc.Kernel) {
	dst := k.InOut("own1", uopc.U32, k.Size("own2"), 3)
	v := dst
	for _, name := range names {
		v = v.Add(k.ScalarIn(name, uopc.U32, 0, 1000))
	}
	dst.Set(v)
	k.Return(dst.Sum())
}

// Plain adds scalars of those names.
func Plain(k *uopc.Kernel) {
	v := k.Scalar("own1", uopc.I32)
	for _, name := range names {
		v = v.Add(k.Scalar(name, uopc.I32))
	}
	k.Return(v)
}

// Sizes adds columns of matrices whose sizes have those names.
func Sizes(k *uopc.Kernel) {
	sum := k.Alloc("sum", uopc.F32, 1)
	sum.Store(0, k.Scalar("own1", uopc.F32))
	for i, name := range names {
		n := k.Size(name)
		x, y := k.In(fmt.Sprint("ownX", i), uopc.F32, n), k.In(fmt.Sprint("ownY", i), uopc.F32, n, 3)
		k.Loop(n, func(i *uopc.Expr) { sum.Store(0, sum.Load(0).Add(x.Load(i)).Add(y.Load(i, 1))) })
	}
	k.Return(sum.Load(0))
}
`

// numbered is a local variable of a Go form that differs from others by its number only.
var numbered = regexp.MustCompile(`^v[0-9][0-9]+$`)

// mentioned lists the identifiers of a package's generated files that a parameter may have.
func mentioned(t *testing.T, pkg string) (out []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(pkg, "uopc_gen*.go"))
	if err != nil || len(files) < 4 {
		t.Fatalf("found %v, %v", files, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name != "_" && !strings.HasPrefix(id.Name, "own") && !numbered.MatchString(id.Name) {
				out = append(out, id.Name)
			}
			return true
		})
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// checkSignature compares the parameters of an exported function with the definition's.
func checkSignature(t *testing.T, pkg, fn string, want []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(pkg, "uopc_gen.go"), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Name.Name == fn {
			for _, field := range d.Type.Params.List {
				for _, id := range field.Names {
					got = append(got, id.Name)
				}
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s takes %v, want %v", fn, got, want)
	}
}
