package asmlink

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/cpu"

	"github.com/uopc/uopc/internal/clang"
)

var kernelNames = []string{"axpy", "consts", "sw", "twice", "depths", "array", "live", "early", "big", "bighelp", "edge", "aligned", "spin"}

func kernelFuncs() []Func {
	var fs []Func
	for _, n := range kernelNames {
		fs = append(fs, Func{Symbol: n, GoName: "k_" + n})
	}
	return fs
}

var findClang = sync.OnceValues(func() (*clang.Toolchain, error) { return clang.Find("") })

// compile compiles C for the tests, and skips where there is no clang.
func compile(t *testing.T, src string, target clang.Target, extra ...string) []byte {
	t.Helper()
	tc, err := findClang()
	if err != nil {
		t.Skip(err)
	}
	target.Mode = clang.Asm
	obj, err := tc.Compile(context.Background(), src, target, extra)
	if err != nil {
		t.Fatal(err)
	}
	return obj
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// levels are the instruction sets that the test program has, and whether this
// machine runs them.
var levels = []struct {
	arch, level, suffix string
	runs                bool
	extra               []string
}{
	{"amd64", "v2", "_v2", hasV2, nil},
	{"amd64", "v3", "_v3", hasV3, nil},
	{"amd64", "v4", "_v4", hasV4, nil},
	{"amd64", "v2", "_plain", hasV2, []string{"-O1"}},
	{"amd64", "v3", "_small", hasV3, []string{"-Os"}},
	// Many epilogues in the middle.
	{"amd64", "v3", "_dup", hasV3, []string{"-mllvm", "-tail-dup-size=80", "-mllvm", "-tail-dup-placement-threshold=80"}},
	{"arm64", "", "", true, nil},
	{"arm64", "", "_plain", true, []string{"-O1"}},
}

var (
	hasV2 = cpu.X86.HasSSE42
	hasV3 = cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasBMI2
	hasV4 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512CD
)

// linkAll links the test kernels for an architecture.
func linkAll(t *testing.T, arch string) (string, []Info) {
	t.Helper()
	src := readFile(t, "testdata/kernels.c")
	f := File{Arch: arch, Build: "!noasm", Funcs: kernelFuncs()}
	for _, l := range levels {
		if l.arch == arch {
			obj := compile(t, src, clang.Target{Arch: arch, Level: l.level}, l.extra...)
			f.Units = append(f.Units, Unit{obj, l.suffix})
		}
	}
	text, infos, err := f.Link()
	if err != nil {
		t.Fatal(err)
	}
	return text, infos
}

// module makes the test program and returns its folder.
var module = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "uopc-asmlink-")
	if err != nil {
		return "", err
	}
	for _, name := range []string{"main.go", "profile.go"} {
		b, err := os.ReadFile(filepath.Join("testdata/module", name))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			return "", err
		}
	}
	return dir, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module kernels\n\ngo 1.26\n"), 0o644)
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := module(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// stubs declares the kernels and lists those that may run.
func stubs(arch string) string {
	var decl, list strings.Builder
	for _, l := range levels {
		if l.arch != arch {
			continue
		}
		for _, n := range kernelNames {
			fmt.Fprintf(&decl, "//go:noescape\nfunc k_%s%s(a unsafe.Pointer)\n\n", n, l.suffix)
		}
		if !l.runs {
			continue
		}
		fmt.Fprintf(&list, "\t\t%q: {\n", l.arch+l.suffix)
		for _, n := range kernelNames {
			fmt.Fprintf(&list, "\t\t\t%q: k_%s%s,\n", n, n, l.suffix)
		}
		list.WriteString("\t\t},\n")
	}
	return "package main\n\nimport \"unsafe\"\n\n" + decl.String() +
		"func sets() map[string]kernelSet {\n\treturn map[string]kernelSet{\n" + list.String() + "\t}\n}\n"
}

// build writes an architecture's files into the module and builds it.
func build(t *testing.T, arch string) (dir, exe string) {
	t.Helper()
	text, infos := linkAll(t, arch)
	if err := Verify(context.Background(), text, arch, infos); err != nil {
		t.Fatal(err)
	}
	dir, err := module()
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "kernels_"+arch+".s"), text)
	write(t, filepath.Join(dir, "stubs_"+arch+".go"), stubs(arch))
	exe = filepath.Join(dir, "kernels-"+arch)
	goCmd(t, dir, arch, "build", "-o", exe, ".")
	return dir, exe
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func goCmd(t *testing.T, dir, arch string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+arch, "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// run runs the program in one of its modes.
func run(t *testing.T, mode string, command ...string) {
	t.Helper()
	cmd := exec.Command(command[0], append(command[1:], mode)...)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "ok:") {
		t.Fatalf("%s: %v\n%.4000s", mode, err, out)
	}
	t.Logf("%s: %s", mode, out)
}
