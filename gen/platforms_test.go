package gen

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const (
	hostOS   = runtime.GOOS
	hostArch = runtime.GOARCH
)

var platforms = strings.Fields("linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64 " +
	"freebsd/amd64 freebsd/arm64 js/wasm linux/riscv64 linux/386")

func platformEnv(p string) []string {
	goos, goarch, _ := strings.Cut(p, "/")
	return []string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0"}
}

// user is a program of someone who imports the generated package.
const user = `package main

import (
	"fmt"

	"example.com/outside/k"
)

func main() {
	y := []float32{1, 2, 3}
	k.Axpy(y, 2, []float32{10, 20, 30})
	fmt.Println(y, k.Dot(y, y), k.Relu(-1), k.Hyp(3, 4))
}
`

const userPrints = "[21 42 63] 6174 0 5\n"

func TestBuildsEverywhere(t *testing.T) {
	mod, _ := generated(t, LinkAsm)
	for _, p := range platforms {
		goTool(t, mod, platformEnv(p), "build", "./k")
	}
	for _, p := range []string{"linux/amd64", "darwin/arm64", "js/wasm"} {
		goTool(t, mod, platformEnv(p), "vet", "./k")
	}
}

// kernelTests is how many functions are generated from testdata/defs.
const kernelTests = 20

// TestForms runs the generated package's own tests in every form that this machine has.
func TestForms(t *testing.T) {
	mod, _ := generated(t, LinkAsm)
	for _, f := range []struct{ env, tags, says string }{
		{"UOPC_ISA=", "", ""},
		{"UOPC_ISA=go", "", "was not run"},
		{"UOPC_ISA=", "noasm", "was not run"},
	} {
		out := goTool(t, mod, []string{f.env}, "test", "-short", "-count=1", "-v", "-tags", f.tags, "./k")
		if n := strings.Count(out, "--- PASS: TestUopc"); n != kernelTests {
			t.Errorf("%s -tags %q: %d tests passed, want %d\n%s", f.env, f.tags, n, kernelTests, out)
		}
		if has := strings.Contains(out, "was not run"); has != (f.says != "") && nativeHere() {
			t.Errorf("%s -tags %q: native code not run: %v", f.env, f.tags, has)
		}
	}
	goTool(t, mod, nil, "test", "-count=1", "./k")
}

// nativeHere tells whether this machine has an instruction set of mode asm.
func nativeHere() bool { return hostArch == "amd64" || hostArch == "arm64" }

func TestArm64UnderQemu(t *testing.T) {
	mod, _ := generated(t, LinkAsm)
	qemu, err := exec.LookPath("qemu-aarch64-static")
	if err != nil {
		t.Skip("there is no qemu-aarch64-static here; Debian: apt-get install qemu-user-static")
	}
	out := goTool(t, mod, platformEnv("linux/arm64"), "test", "-short", "-count=1", "-v", "-exec", qemu, "./k")
	if n := strings.Count(out, "--- PASS: TestUopc"); n != kernelTests || strings.Contains(out, "was not run") {
		t.Errorf("%d tests passed, want %d with native code\n%s", n, kernelTests, out)
	}
}

// static fails when an ELF program needs a dynamic linker.
func static(t *testing.T, file string) {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("%s has %v: it is not static", filepath.Base(file), p.Type)
		}
	}
}

// userProgram builds the user's program for linux.
func userProgram(t *testing.T, mod, arch string, flags ...string) string {
	t.Helper()
	dir := filepath.Join(mod, "user")
	if _, err := os.Stat(dir); err != nil {
		writeFile(t, filepath.Join(dir, "main.go"), user)
	}
	exe := filepath.Join(t.TempDir(), "user-"+arch)
	goTool(t, mod, platformEnv("linux/"+arch), append(append([]string{"build", "-o", exe}, flags...), "./user")...)
	return exe
}

func TestUserProgramIsStatic(t *testing.T) {
	mod, _ := generated(t, LinkAsm)
	for _, arch := range []string{"amd64", "arm64"} {
		exe := userProgram(t, mod, arch)
		static(t, exe)
		if arch != hostArch || hostOS != "linux" {
			continue
		}
		if out, ok := command(t, mod, nil, exe); !ok || out != userPrints {
			t.Errorf("the program printed %q, want %q", out, userPrints)
		}
	}
	if deps := goTool(t, mod, nil, "list", "-deps", "./k"); strings.Contains(deps, modulePath) {
		t.Errorf("the generated code imports ours:\n%s", deps)
	}
}

func TestDylib(t *testing.T) {
	mod, pkg := generated(t, LinkDylib)
	for _, p := range dylibPlatforms {
		lib := filepath.Join(pkg, "uopc_lib", strings.ReplaceAll(p, "/", "_")+".lib")
		data := readFile(t, lib)
		magic := map[string]string{"linux": "\x7fELF", "darwin": "\xcf\xfa\xed\xfe", "windows": "MZ"}
		goos, _, _ := strings.Cut(p, "/")
		if !strings.HasPrefix(data, magic[goos]) {
			t.Errorf("%s starts with %q", p, data[:4])
		}
	}
	for _, p := range platforms {
		goTool(t, mod, platformEnv(p), "build", "./k")
	}
	goTool(t, mod, nil, "vet", "./k")
	out := goTool(t, mod, nil, "test", "-short", "-count=1", "-v", "./k")
	if hostOS == "linux" && nativeHere() && strings.Contains(out, "was not run") {
		t.Errorf("the shared object was not used:\n%s", out)
	}
	if deps := goTool(t, mod, nil, "list", "-deps", "-tags", "purego", "./k"); strings.Contains(deps, "ebitengine") {
		t.Error("-tags purego still links purego")
	}
	static(t, userProgram(t, mod, "amd64", "-tags", "purego"))
	if exe := userProgram(t, mod, hostArch); hostOS == "linux" {
		if out, ok := command(t, mod, nil, exe); !ok || out != userPrints {
			t.Errorf("the program printed %q, want %q", out, userPrints)
		}
	}
}

// TestGoMode needs no clang: PATH has the go command alone.
func TestGoMode(t *testing.T) {
	if testing.Short() {
		t.Skip("generates and compiles a package: not in -short")
	}
	mod := newModule(t)
	pkg := filepath.Join(mod, "k")
	addDefs(t, pkg)
	t.Setenv("PATH", goOnly(t))
	mustRun(t, Config{Dir: pkg, Inputs: []string{"./def"}, Link: LinkGo})
	files, err := existing(pkg)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range files.names() {
		if isObject(n) || strings.HasSuffix(n, "_amd64.go") || strings.HasSuffix(n, "_stub.go") {
			t.Errorf("mode go made %s", n)
		}
	}
	if strings.Contains(string(files[lockName]), "clang") {
		t.Error("the lock file of mode go names a compiler")
	}
	goTool(t, mod, nil, "test", "-short", "-count=1", "./k")
	goTool(t, mod, platformEnv("js/wasm"), "build", "./k")
}

// goOnly is a PATH with the go command and nothing else.
func goOnly(t testing.TB) string {
	t.Helper()
	exe, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	if exe, err = filepath.EvalSymlinks(exe); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(exe, filepath.Join(dir, "go")); err != nil {
		t.Fatal(err)
	}
	return dir
}
