package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// entry is one thing that can be found.
type entry struct {
	name  string // net/http.Client.Do
	text  string // its documentation
	first string // the first sentence of it
}

// goRoot finds the Go tree: the flag, $GOROOT, or what the go command says.
func goRoot(given string) (string, error) {
	dir, from := given, "-goroot"
	if dir == "" {
		dir, from = os.Getenv("GOROOT"), "$GOROOT"
	}
	if dir == "" {
		out, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return "", fmt.Errorf("cannot find the Go tree: go env GOROOT: %w; name it with -goroot", err)
		}
		dir, from = strings.TrimSpace(string(out)), "go env GOROOT"
	}
	if st, err := os.Stat(filepath.Join(dir, "src")); err != nil || !st.IsDir() {
		return "", fmt.Errorf("%s (from %s) has no folder src, so there is no documentation to read; install Go's sources or name a full Go tree with -goroot", dir, from)
	}
	return dir, nil
}

// readDocs reads all public packages below root/src, as they are for linux/amd64: the same entries
// in the same order on every machine.
func readDocs(root string) ([]entry, error) {
	src, err := filepath.EvalSymlinks(filepath.Join(root, "src")) // Debian has a link there
	if err != nil {
		return nil, err
	}
	var dirs []string
	err = filepath.WalkDir(src, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case path != src && hidden(d.Name()), filepath.Join(src, "cmd") == path:
			return fs.SkipDir
		}
		dirs = append(dirs, path)
		return nil
	})
	if err != nil {
		return nil, err
	}
	found := make([][]entry, len(dirs))
	errs := make([]error, len(dirs))
	each(len(dirs), func(i int) { found[i], errs[i] = readPackage(src, dirs[i]) })
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	var all []entry
	for _, es := range found {
		all = append(all, es...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no documented Go package below %s", src)
	}
	return all, nil
}

// hidden tells whether no public package lies in or below a folder of that name.
func hidden(name string) bool {
	return name == "internal" || name == "vendor" || name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// each runs f for 0..n-1 on all processors.
func each(n int, f func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

func readPackage(src, dir string) ([]entry, error) {
	path, err := filepath.Rel(src, dir)
	if err != nil {
		return nil, err
	}
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.CgoEnabled = "linux", "amd64", true
	p, err := ctx.ImportDir(dir, 0)
	if no := (*build.NoGoError)(nil); errors.As(err, &no) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if p.Name == "main" {
		return nil, nil
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range append(p.GoFiles, p.CgoFiles...) {
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	d, err := doc.NewFromFiles(fset, files, filepath.ToSlash(path))
	if err != nil {
		return nil, err
	}
	return entriesOf(d), nil
}

// entriesOf lists a package and what in it has documentation: functions, types, methods, and groups
// of constants and variables under their first name.
func entriesOf(p *doc.Package) []entry {
	var out []entry
	add := func(name, text string) {
		if text = strings.TrimSpace(text); text != "" {
			out = append(out, entry{name, text, p.Synopsis(text)})
		}
	}
	add(p.ImportPath, p.Doc)
	funcs := func(recv string, fs []*doc.Func) {
		for _, f := range fs {
			add(p.ImportPath+"."+recv+f.Name, f.Doc)
		}
	}
	values := func(vs []*doc.Value) {
		for _, v := range vs {
			add(p.ImportPath+"."+v.Names[0], v.Doc)
		}
	}
	values(p.Consts)
	values(p.Vars)
	funcs("", p.Funcs)
	for _, t := range p.Types {
		add(p.ImportPath+"."+t.Name, t.Doc)
		values(t.Consts)
		values(t.Vars)
		funcs("", t.Funcs)
		funcs(t.Name+".", t.Methods)
	}
	return out
}
