package clang

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

var find = sync.OnceValues(func() (*Toolchain, error) { return Find("") })

// toolchain is the clang of this machine; without one the test is skipped.
func toolchain(t *testing.T) *Toolchain {
	t.Helper()
	tc, err := find()
	if err != nil {
		t.Skip(err)
	}
	return tc
}

// script writes a shell script that stands for a compiler.
func script(t *testing.T, dir, name, text string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func version(text string) string { return "echo '" + text + "'" }

func TestFindMessages(t *testing.T) {
	dir := t.TempDir()
	gcc := script(t, dir, "gcc", version("gcc (Debian 12.2.0-14) 12.2.0"))
	old := script(t, dir, "old", version("Debian clang version 16.0.6 (15~deb12u1)"))
	apple := script(t, dir, "apple", version("Apple clang version 14.0.3 (clang-1403.0.22.14.1)"))
	broken := script(t, dir, "broken", "echo 'no license' >&2; exit 3")
	tests := []struct{ name, cc, want string }{
		{"none", "", "no clang found (looked for clang-19, clang-20, clang-18, clang-17, clang); install it (Debian: apt-get install clang-19; macOS: xcode-select --install), name it with UOPC_CC, or use -link go, which needs none"},
		{"missing", "clang-99 -v", `UOPC_CC is "clang-99 -v", but there is no program clang-99; name a clang, or leave UOPC_CC empty to have one looked for`},
		{"gcc", gcc, gcc + ` is not clang (its --version says "gcc (Debian 12.2.0-14) 12.2.0"); name a clang with UOPC_CC`},
		{"old", old, old + " is clang 16, want 17 or newer; install it (Debian: apt-get install clang-19; macOS: xcode-select --install) or name another with UOPC_CC"},
		{"old apple", apple, apple + " is Apple clang 14, want 15 or newer; install it (Debian: apt-get install clang-19; macOS: xcode-select --install) or name another with UOPC_CC"},
		{"broken", broken, broken + " --version: exit status 3\nno license"},
		{"quote", "'clang", `UOPC_CC is "'clang": a quote ' is not closed`},
		{"empty word", `""`, `UOPC_CC is "\"\"": it names no program`},
	}
	t.Setenv("PATH", t.TempDir())
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv(Env, tt.cc)
			if _, err := Find(""); err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestFindOrder(t *testing.T) {
	dir := t.TempDir()
	say := func(name, v string) string { return script(t, dir, name, version("clang version "+v)) }
	say("clang-18", "18.1.8")
	say("clang-20", "20.1.0 (https://github.com/ziglang/zig-bootstrap 1c3c59435891bc9caf8cd1d3783773369d191c5f)")
	say("clang", "15.0.0")
	flag := script(t, dir, "wrap", `if [ "$1 $2" = "a b c" ]; then echo 'Apple clang version 17.0.0 (clang-1700.0.13.3)'; fi`)
	t.Setenv("PATH", dir)
	tests := []struct {
		name, arg, env, path string
		major                int
	}{
		{"first candidate", "", "", "clang-20", 20},
		{"environment", "", "clang-18", "clang-18", 18},
		{"argument wins", "clang-18", "clang-20", "clang-18", 18},
		{"arguments, quoted", flag + ` 'a b' "c"`, "", "wrap", 17},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv(Env, tt.env)
			tc, err := Find(tt.arg)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Base(tc.Path) != tt.path || tc.Major != tt.major {
				t.Errorf("got %s, major %d, want %s, %d", tc.Path, tc.Major, tt.path, tt.major)
			}
		})
	}
}

const axpy = `
struct args { float *y; const float *x; long long n; float a; };
void axpy(const void *p) {
	const struct args *a = p;
	for (long long i = 0; i < a->n; i++) a->y[i] += a->a * a->x[i];
}
`

// everyTarget is each of the triples at each level.
func everyTarget() []Target {
	var ts []Target
	for _, name := range known("") {
		p := strings.Split(name, "/")
		t := Target{Arch: p[0], Mode: p[1]}
		if len(p) > 2 {
			t.OS = p[2]
		}
		if t.Arch != "amd64" || t.Mode == Dylib {
			if t.Arch == "amd64" {
				t.Level = "v3" // the levels differ in the same way as for Asm
			}
			ts = append(ts, t)
			continue
		}
		for _, l := range []string{"v2", "v3", "v4"} {
			t.Level = l
			ts = append(ts, t)
		}
	}
	return ts
}

// TestReproducible compiles twice for every target, the second time in another
// folder and in an environment that tries to interfere.
func TestReproducible(t *testing.T) {
	tc := toolchain(t)
	targets := everyTarget()
	if testing.Short() {
		targets = targets[:4]
	}
	for _, target := range targets {
		t.Run(target.String(), func(t *testing.T) {
			first := compileIn(t, tc, target)
			t.Setenv("CPATH", "/nowhere")
			t.Setenv("CCC_OVERRIDE_OPTIONS", "+-O0")
			t.Chdir(t.TempDir())
			if second := compileIn(t, tc, target); !bytes.Equal(first, second) {
				t.Error("the second compilation gave other bytes")
			}
			left, err := os.ReadDir(".")
			if err != nil || len(left) > 0 {
				t.Errorf("files left behind: %v, %v", left, err)
			}
			wd, _ := os.Getwd()
			for _, s := range []string{wd, "clang version", tc.Path, os.TempDir() + "/"} {
				if bytes.Contains(first, []byte(s)) {
					t.Errorf("the object contains %q", s)
				}
			}
		})
	}
}

func compileIn(t *testing.T, tc *Toolchain, target Target) []byte {
	t.Helper()
	obj, err := tc.Compile(context.Background(), axpy, target, []string{"-g"})
	if err != nil {
		t.Fatal(err)
	}
	return obj
}

func TestCompileErrors(t *testing.T) {
	tc := toolchain(t)
	target := Target{Arch: "amd64", Level: "v2", Mode: Asm}
	_, err := tc.Compile(context.Background(), "void f(void) { return 1 + ; }", target, nil)
	want := tc.Path + " for amd64/v2/asm: exit status 1\n<stdin>:1:27: error: expected expression"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got  %v\nwant %s...", err, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := tc.Compile(ctx, axpy, target, nil); err == nil || !strings.HasSuffix(err.Error(), "context canceled") {
		t.Errorf("canceled: got %v", err)
	}
}

func TestBadTargets(t *testing.T) {
	tests := []struct {
		target Target
		want   string
	}{
		{Target{Arch: "amd64", Mode: Asm}, `target amd64/asm: level "", want v2, v3 or v4`},
		{Target{Arch: "arm64", Level: "v2", Mode: Asm}, `target arm64/v2/asm: level "v2", want none: only amd64 has levels`},
		{Target{Arch: "riscv64", Mode: Asm}, "no clang target for riscv64/asm (have: amd64/asm, arm64/asm)"},
		{Target{Arch: "arm", Mode: Dylib, OS: "darwin"}, "no clang target for arm/dylib/darwin (have: 386/dylib/linux, amd64/dylib/darwin, amd64/dylib/linux, amd64/dylib/windows, arm/dylib/linux, arm64/dylib/darwin, arm64/dylib/linux, arm64/dylib/windows, loong64/dylib/linux, ppc64le/dylib/linux, riscv64/dylib/linux, s390x/dylib/linux)"},
	}
	for _, tt := range tests {
		_, err := (&Toolchain{}).Compile(context.Background(), "", tt.target, nil)
		if err == nil || err.Error() != tt.want {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
}

// TestFlagReasons keeps the table honest: every flag has a reason, and is used.
func TestFlagReasons(t *testing.T) {
	used := map[string]bool{}
	for _, target := range everyTarget() {
		for _, f := range Flags(target) {
			used[f] = true
		}
	}
	for _, f := range flags {
		if f.why == "" || !used[f.text] {
			t.Errorf("flag %s: reason %q, used %v", f.text, f.why, used[f.text])
		}
	}
}

// TestWrapper runs clang through a wrapper with arguments of its own.
func TestWrapper(t *testing.T) {
	tc := toolchain(t)
	wrapper := script(t, t.TempDir(), "wrapper", `shift; exec "$@"`)
	through, err := Find(wrapper + " --quiet " + tc.String())
	if err != nil {
		t.Fatal(err)
	}
	target := Target{Arch: "arm64", Mode: Asm}
	if !bytes.Equal(compileIn(t, tc, target), compileIn(t, through, target)) {
		t.Error("the wrapper changed the object")
	}
	if _, err := exec.LookPath("ccache"); err != nil {
		t.Log("no ccache here: a script stood for it")
	}
}
