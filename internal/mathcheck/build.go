package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/sys/cpu"

	"github.com/uopc/uopc/internal/clang"
	"github.com/uopc/uopc/internal/mathcheck/source"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// A checker is the program that compares kernels with the reference.
type checker struct {
	dir, path string
	levels    []string
	reference string // the versions of what the reference is made of
}

func (c *checker) close() { os.RemoveAll(c.dir) }

// root is the folder of the module.
func root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..")
}

// levels are the instruction sets of this machine.
func levels() []string {
	if runtime.GOARCH != "amd64" {
		return []string{""}
	}
	x, have := cpu.X86, []string{"v2"}
	if x.HasAVX2 && x.HasFMA && x.HasBMI1 && x.HasBMI2 {
		have = append(have, "v3")
		if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512CD && x.HasAVX512DQ && x.HasAVX512VL {
			have = append(have, "v4")
		}
	}
	return have
}

// edit changes the C of the kernels before it is compiled, for tests that plant a bug.
type edit func(text string) string

// build renders and compiles the functions, and links them with the checker.
func build(ctx context.Context, fs []*libm.Func, dtypes []uop.DType, change edit) (*checker, error) {
	tc, err := clang.Find("")
	if err != nil {
		return nil, err
	}
	text, err := source.C(fs, dtypes...)
	if err != nil {
		return nil, err
	}
	if change != nil {
		text = change(text)
	}
	dir, err := os.MkdirTemp("", "mathcheck-")
	if err != nil {
		return nil, err
	}
	c := &checker{dir: dir, path: filepath.Join(dir, "check"), levels: levels()}
	if err := c.compile(ctx, tc, text, fs, dtypes); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// compile makes an object for each level, all at once, and the program.
func (c *checker) compile(ctx context.Context, tc *clang.Toolchain, text string, fs []*libm.Func, dtypes []uop.DType) error {
	errs := make([]error, len(c.levels))
	var wg sync.WaitGroup
	for i, l := range c.levels {
		wg.Go(func() { errs[i] = c.level(ctx, tc, text, l, fs, dtypes) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(c.dir, "table.c"), []byte(c.table(fs, dtypes)), 0o666); err != nil {
		return err
	}
	if err := c.link(ctx, tc); err != nil {
		return err
	}
	return c.version(ctx, fs[0].Name)
}

func (c *checker) version(ctx context.Context, name string) error {
	w, err := c.start(ctx, name)
	if err != nil {
		return err
	}
	defer w.stop()
	t, err := w.do(nil, "version 0")
	if err != nil || len(t.Lines) == 0 {
		return fmt.Errorf("the checker does not run: %v", err)
	}
	c.reference = t.Lines[0]
	return nil
}

// level compiles the kernels for one instruction set, under names of their own.
func (c *checker) level(ctx context.Context, tc *clang.Toolchain, text, level string, fs []*libm.Func, dtypes []uop.DType) error {
	var rename []string
	for _, f := range fs {
		for _, d := range dtypes {
			rename = append(rename, "-D"+source.Name(f, d)+"="+symbol(f, d, level))
		}
	}
	t := clang.Target{Arch: runtime.GOARCH, Level: level, Mode: clang.Dylib, OS: "linux"}
	obj, err := tc.Compile(ctx, text, t, rename)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.dir, "kernels"+level+".o"), obj, 0o666)
}

func symbol(f *libm.Func, d uop.DType, level string) string {
	return strings.TrimSuffix(source.Name(f, d)+"_"+level, "_") + "_kernel"
}

// table writes the C that names what was compiled.
func (c *checker) table(fs []*libm.Func, dtypes []uop.DType) string {
	var extern, rows strings.Builder
	for _, f := range fs {
		fmt.Fprintf(&rows, "    {%q, %d, %t, {", f.Name, f.Arity, f.Bool)
		for _, l := range c.levels {
			fmt.Fprintf(&rows, "{%q", l)
			for _, d := range []uop.DType{uop.F32, uop.F64} {
				name := "0"
				if has(dtypes, d) {
					name = symbol(f, d, l)
					fmt.Fprintf(&extern, "kernel %s;\n", name)
				}
				fmt.Fprintf(&rows, ", %s", name)
			}
			rows.WriteString("}, ")
		}
		rows.WriteString("}},\n")
	}
	return "#include <stdbool.h>\n#include \"check.h\"\n" + extern.String() +
		"const struct function functions[] = {\n" + rows.String() + "    {0},\n};\n"
}

func has(ds []uop.DType, d uop.DType) bool {
	for _, e := range ds {
		if e == d {
			return true
		}
	}
	return false
}

// link puts everything together.
func (c *checker) link(ctx context.Context, tc *clang.Toolchain) error {
	parts, err := support(ctx, tc)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(c.dir, "*.[co]"))
	if err != nil {
		return err
	}
	args := append(append(flags(), "-o", c.path), append(files, parts...)...)
	return hostCompile(ctx, tc, append(args, "-lmpfr", "-lgmp", "-lm"))
}

// sources are the folders of the checker and of the reference.
func sources() []string {
	return []string{filepath.Join(root(), "internal", "mathcheck", "check"), filepath.Join(root(), "internal", "testrefs", "mpfr")}
}

func flags() []string {
	args := []string{"-O2", "-std=c11", "-D_GNU_SOURCE"}
	for _, dir := range sources() {
		args = append(args, "-I", dir)
	}
	return args
}

func hostCompile(ctx context.Context, tc *clang.Toolchain, args []string) error {
	out, err := exec.CommandContext(ctx, tc.Path, append(append([]string{}, tc.Args...), args...)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("the checker does not compile (it needs libmpfr-dev): %w\n%s", err, out)
	}
	return nil
}

// parts are the objects of checker and reference, compiled once.
var parts struct {
	sync.Mutex
	dir   string
	files []string
}

func support(ctx context.Context, tc *clang.Toolchain) ([]string, error) {
	parts.Lock()
	defer parts.Unlock()
	if parts.dir != "" {
		return parts.files, nil
	}
	dir, err := os.MkdirTemp("", "mathcheck-")
	if err != nil {
		return nil, err
	}
	for _, folder := range sources() {
		files, err := filepath.Glob(filepath.Join(folder, "*.c"))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("no C in %s: run mathcheck from a checkout of the module", folder)
		}
		for _, file := range files {
			obj := filepath.Join(dir, strings.TrimSuffix(filepath.Base(file), ".c")+"_part.o")
			if err := hostCompile(ctx, tc, append(flags(), "-c", file, "-o", obj)); err != nil {
				os.RemoveAll(dir)
				return nil, err
			}
			parts.files = append(parts.files, obj)
		}
	}
	parts.dir = dir
	return parts.files, nil
}

// clean removes what support made.
func clean() {
	if parts.dir != "" {
		os.RemoveAll(parts.dir)
	}
}
