package runtimecache

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestEnforceVersion compiles what a generated file says about versions.
func TestEnforceVersion(t *testing.T) {
	for _, c := range []struct {
		gen  int
		want string
	}{
		{Version, ""},
		{MinVersion, ""},
		{Version + 1, "negative"},
		{MinVersion - 1, "negative"},
	} {
		src := fmt.Sprintf("package runtimecache\nconst (\n_ = EnforceVersion(Version - %d)\n_ = EnforceVersion(%d - MinVersion)\n)\n", c.gen, c.gen)
		fset := token.NewFileSet()
		a, err1 := parser.ParseFile(fset, "version.go", nil, 0)
		b, err2 := parser.ParseFile(fset, "generated.go", src, 0)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		_, err := (&types.Config{}).Check("runtimecache", fset, []*ast.File{a, b}, nil)
		if got := err == nil; got != (c.want == "") {
			t.Errorf("generator %d: %v", c.gen, err)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "generated.go:") {
			t.Errorf("generator %d: the error is not at the generated line: %v", c.gen, err)
		}
	}
}

func goTool(t *testing.T, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v go %v: %v\n%s", env, args, err, out)
	}
	return string(out)
}

// TestImports keeps the package small: every user of a generated package links it.
func TestImports(t *testing.T) {
	const format = `{{range .Deps}}{{.}}{{"\n"}}{{end}}`
	for _, c := range []struct {
		tags   string
		purego bool
	}{{"", true}, {"purego", false}, {"noasm", false}} {
		if c.purego && !Supported {
			continue // on this platform, or in this build, nothing links it
		}
		found := false
		for _, dep := range strings.Fields(goTool(t, nil, "list", "-tags", c.tags, "-f", format, ".")) {
			first, _, _ := strings.Cut(dep, "/")
			if strings.HasPrefix(dep, "github.com/ebitengine/purego") {
				found = true
			} else if strings.Contains(first, ".") {
				t.Errorf("tags %q: imports %s", c.tags, dep)
			}
		}
		if found != c.purego {
			t.Errorf("tags %q: purego linked is %v, want %v", c.tags, found, c.purego)
		}
	}
}

const envPlatforms = "UOPC_TEST_PLATFORMS"

// TestOtherPlatforms vets the package, tests included, as each of them sees it.
// The first run compiles the standard library for each, which takes minutes.
func TestOtherPlatforms(t *testing.T) {
	if !flagSet(envPlatforms) {
		t.Skip("set " + envPlatforms + "=1 to vet for seven platforms")
	}
	for _, p := range strings.Fields("linux/arm64 linux/riscv64 linux/386 darwin/arm64 windows/amd64 freebsd/amd64 js/wasm") {
		goos, goarch, _ := strings.Cut(p, "/")
		goTool(t, []string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0"}, "vet", ".")
	}
	goTool(t, nil, "vet", "-tags", "purego", ".")
}
