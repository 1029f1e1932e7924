package gen

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// builderPath is the import path of the package that definitions are written with.
const builderPath = modulePath + "/uopc"

// modulePath is this module, named here and in go.mod alone.
const modulePath = "github.com/uopc/uopc"

// definition is an exported function or variable that makes a kernel.
type definition struct {
	name, doc string
	pos       token.Position
}

// kernel is a kernel as it was loaded.
type kernel struct {
	name string // its Go name
	doc  string
	from string // file:line, for messages
	call *uop.UOp
}

// load finds the kernels of all inputs: packages of definitions, folders of .uir files, and .uir
// files. They come sorted by name, so that how files are named or ordered does not matter.
func load(ctx context.Context, c *Config) ([]*kernel, error) {
	var ks []*kernel
	for _, in := range c.Inputs {
		more, err := loadInput(ctx, c, in)
		if err != nil {
			return nil, err
		}
		ks = append(ks, more...)
	}
	if len(ks) == 0 {
		return nil, fmt.Errorf("no kernels in %s: a definition is an exported func(*uopc.Kernel), or a .uir file with a call", strings.Join(c.Inputs, " "))
	}
	sort.SliceStable(ks, func(i, j int) bool { return ks[i].name < ks[j].name })
	for i := 1; i < len(ks); i++ {
		if a, b := ks[i-1], ks[i]; a.name == b.name {
			return nil, fmt.Errorf("%s: two kernels have the Go name %s; the other is at %s; rename one", b.from, b.name, a.from)
		}
	}
	return ks, nil
}

func loadInput(ctx context.Context, c *Config, in string) ([]*kernel, error) {
	path := in
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.Dir, in)
	}
	if strings.HasSuffix(in, ".uir") {
		return loadUIR(c, path)
	}
	st, err := os.Stat(path)
	if err != nil {
		if strings.HasPrefix(in, ".") || filepath.IsAbs(in) || !strings.Contains(in, ".") {
			return nil, readError(c, path, err)
		}
		return loadPackage(ctx, c, in, "") // an import path
	}
	if !st.IsDir() {
		return nil, fmt.Errorf("%s: an input is a folder of definitions or a .uir file", in)
	}
	goFiles, _ := filepath.Glob(filepath.Join(path, "*.go"))
	uirFiles, _ := filepath.Glob(filepath.Join(path, "*.uir"))
	if len(goFiles)+len(uirFiles) == 0 {
		return nil, fmt.Errorf("%s: holds no .go and no .uir file", in)
	}
	var ks []*kernel
	if len(goFiles) > 0 {
		if ks, err = loadPackage(ctx, c, "./"+filepath.ToSlash(relTo(c.Dir, path)), path); err != nil {
			return nil, err
		}
	}
	for _, f := range uirFiles {
		more, err := loadUIR(c, f)
		if err != nil {
			return nil, err
		}
		ks = append(ks, more...)
	}
	return ks, nil
}

// show gives path as messages print it: relative to dir, unless that is the longer way.
func show(dir, path string) string {
	rel := filepath.ToSlash(relTo(dir, path))
	if filepath.IsAbs(path) && len(rel) > len(path) {
		return path
	}
	return rel
}

// relTo gives path relative to dir where that is possible, for messages and patterns.
func relTo(dir, path string) string {
	from, err := filepath.Abs(dir)
	if err != nil {
		return path
	}
	to, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if r, err := filepath.Rel(from, to); err == nil {
		return r
	}
	return path
}

func readError(c *Config, path string, err error) error {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: no such file or folder", show(c.Dir, path))
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s: cannot be read: permission denied", show(c.Dir, path))
	}
	return fmt.Errorf("%s: cannot be read: %w", show(c.Dir, path), underlying(err))
}

// underlying drops the operation and the path that a file error repeats.
func underlying(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

func loadUIR(c *Config, path string) ([]*kernel, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, readError(c, path, err)
	}
	name := show(c.Dir, path)
	f, err := uir.Parse(uop.NewGraph(), name, text)
	if err != nil {
		return nil, err
	}
	roots := f.Kernels()
	if len(roots) == 0 {
		return nil, fmt.Errorf("%s: has no call, so it has no kernel to generate; end it with a call, such as: %%9 = call %%8, %%0 : name=Name", name)
	}
	var ks []*kernel
	for _, r := range roots {
		k := &kernel{name: exported(r.Node.X().Name), doc: r.Doc, from: fmt.Sprintf("%s:%d", name, r.Line), call: r.Node}
		if !token.IsIdentifier(k.name) {
			return nil, fmt.Errorf("%s: the kernel's name %q is not a Go identifier", k.from, r.Node.X().Name)
		}
		ks = append(ks, k)
	}
	return ks, nil
}

// exported makes a kernel's name one that other packages can use.
func exported(name string) string {
	if name == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(r)) + name[n:]
}
