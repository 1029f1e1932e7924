// Package archtest checks that imports point one way through the module.
package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	module = "github.com/uopc/uopc/"
	root   = "../.."
)

// allowed says what the non-test files of a package may import beside the standard library.
// A path without a dot in its first part is in this module.
var allowed = []struct {
	pkg  string
	may  []string
	why  string
	tree bool // the packages below pkg too
}{
	{pkg: "uopc/uop", why: "the node is at the bottom: everything stands on it"},
	{pkg: "uopc/contract", may: []string{"uopc/uop"}, why: "the meaning of an op knows no graph, text or back end"},
	{pkg: "uopc/uir", may: []string{"uopc/uop", "uopc/contract", "uopc/libm"}, why: "text is read and printed without rewriting or running it; a function's name stands for libm's graph"},
	{pkg: "uopc/interp", may: []string{"uopc/uop", "uopc/contract"}, why: "the oracle shares no code with what it judges"},
	{pkg: "uopc/rewrite", may: []string{"uopc/uop"}, why: "the engine knows no rule"},
	{pkg: "uopc/rewrite/rulelang", may: []string{"uopc/uop", "uopc/contract"}, why: "rules are read without an engine"},
	{pkg: "uopc/rewrite/rulegen", may: []string{"uopc/uop", "uopc/contract", "uopc/rewrite/rulelang", "github.com/dave/jennifer"}, why: "what makes the shipped rules must build without them"},
	{pkg: "uopc/prove", may: []string{"uopc/uop", "uopc/contract", "uopc/rewrite/rulelang"}, why: "a proof is of the text, and knows no engine"},
	{pkg: "uopc/egraph", may: []string{"uopc/uop", "uopc/contract", "uopc/rewrite/rulelang"}, why: "the second opinion shares no engine with the first"},
	{pkg: "uopc/rules", may: []string{"uopc/uop", "uopc/contract", "uopc/rewrite", "uopc/libm"}, why: "rules fold by the contract, know no machine, and leave functions alone in fast-math"},
	{pkg: "uopc/libm", may: []string{"uopc/uop"}, why: "functions are graphs, and know no back end"},
	{pkg: "uopc/lower", may: []string{"uopc/uop", "uopc/contract", "uopc/libm"}, why: "loops are made without rules, renderers or the oracle"},
	{pkg: "uopc/render", may: []string{"uopc/uop", "uopc/contract"}, why: "a back end prints what it is given"},
	{pkg: "uopc/pass", may: []string{"uopc/uop", "uopc/lower", "uopc/rules", "uopc/egraph", "uopc/rewrite/rulelang"}, why: "the pipeline alone puts stages together"},
	{pkg: "uopc", may: []string{"uopc/uop", "uopc/rewrite", "uopc/libm"}, why: "a definition needs the builder, and rules of its own, and no compiler"},
	{pkg: "runtimecache", may: []string{"github.com/ebitengine/purego", "golang.org/x/sys"}, why: "the loader goes into users' programs"},
	{pkg: "internal/testrefs", tree: true, why: "a reference is independent of what it checks"},
}

// files calls visit with each Go file of the module, of whatever build tags, and its imports.
func files(t *testing.T, visit func(name string, imports []string)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(root, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			base := e.Name()
			_, nested := os.Stat(filepath.Join(p, "go.mod"))
			if p != root && (base == "testdata" || base[0] == '.' || base[0] == '_' || nested == nil) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		var imports []string
		for _, s := range f.Imports {
			v, err := strconv.Unquote(s.Path.Value)
			if err != nil {
				return err
			}
			imports = append(imports, strings.TrimPrefix(v, module))
		}
		n++
		visit(filepath.ToSlash(rel), imports)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files", n)
}

func below(pkg, tree string) bool { return pkg == tree || strings.HasPrefix(pkg, tree+"/") }

// std tells whether an import is of the standard library; ours start with a top folder's name.
func std(imp string) bool {
	first, _, _ := strings.Cut(imp, "/")
	return !strings.Contains(first, ".") && !slices.Contains(folders, first)
}

// folders are the top folders of the module.
var folders = []string{"uopc", "gen", "runtimecache", "kernels", "cmd", "examples", "internal"}

func TestImportsPointOneWay(t *testing.T) {
	seen := map[string]bool{}
	files(t, func(name string, imports []string) {
		pkg := path.Dir(name)
		// A package called ...test is imported by tests alone.
		test := strings.HasSuffix(name, "_test.go") || strings.HasSuffix(pkg, "test")
		for _, row := range allowed {
			if test || pkg != row.pkg && !(row.tree && below(pkg, row.pkg)) {
				continue
			}
			seen[row.pkg] = true
			for _, imp := range imports {
				ok := std(imp) || row.tree && below(imp, row.pkg)
				for _, may := range row.may {
					ok = ok || imp == may || strings.Contains(may, ".") && below(imp, may)
				}
				if !ok {
					t.Errorf("%s imports %s: %s", name, imp, row.why)
				}
			}
		}
		for _, imp := range imports {
			switch {
			case below(pkg, "uopc") && below(imp, "gen"):
				t.Errorf("%s imports %s: the compiler does not know how its output is written", name, imp)
			case !test && below(imp, "internal/testrefs") && !below(pkg, "internal/testrefs"):
				t.Errorf("%s imports %s: references are for tests", name, imp)
			case !test && below(pkg, "kernels") && path.Base(pkg) != "def" && !below(pkg, "kernels/internal") && !std(imp) && imp != "golang.org/x/sys/cpu":
				t.Errorf("%s imports %s: generated kernels bring nothing into a user's program", name, imp)
			}
		}
	})
	for _, row := range allowed {
		if !seen[row.pkg] && !row.tree {
			t.Errorf("no file of %s was found: the table is stale", row.pkg)
		}
	}
}
