package rulegen

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

// Options are the choices of Files.
type Options struct {
	Dir     string // where relative names start; empty for the working directory
	Out     string // the output, for one input; empty for X_rules.go beside X.rules
	Package string // the package of files without @package; empty for that of the output's folder
}

// Output is a file that was generated and not yet written.
type Output struct {
	Name string // as the user would say it
	path string
	Code []byte
}

// Files generates the Go files of rule files. It writes nothing; the error has what is wrong in
// all of them.
func Files(names []string, o Options) ([]Output, error) {
	if o.Out != "" && len(names) != 1 {
		return nil, fmt.Errorf("-o names the output of one rule file, got %d", len(names))
	}
	var outs []Output
	var errs []error
	for _, n := range names {
		out, err := o.one(n)
		if err == nil && slices.ContainsFunc(outs, func(p Output) bool { return p.path == out.path }) {
			err = fmt.Errorf("%s: another rule file has the output %s too", n, out.Name)
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		outs = append(outs, out)
	}
	return outs, errors.Join(errs...)
}

func (o Options) one(name string) (Output, error) {
	stem, ok := strings.CutSuffix(name, ".rules")
	if !ok {
		return Output{}, fmt.Errorf("%s: a rule file's name ends in .rules", name)
	}
	text, err := os.ReadFile(o.in(name))
	if err != nil {
		return Output{}, fmt.Errorf("%s: cannot be read: %w", name, cause(err))
	}
	f, err := rulelang.Parse(name, text)
	if err != nil {
		return Output{}, err
	}
	out := Output{Name: stem + "_rules.go"}
	if o.Out != "" {
		out.Name = o.Out
	}
	out.path = o.in(out.Name)
	pkg := f.Package
	if pkg == "" {
		pkg = o.Package
	}
	if pkg == "" {
		pkg = packageOf(filepath.Dir(out.path))
	}
	if !token.IsIdentifier(pkg) {
		return Output{}, fmt.Errorf("%s: %q is no name of a Go package; write @package NAME or use -pkg", name, pkg)
	}
	out.Code, err = Generate(f, pkg)
	return out, err
}

func (o Options) in(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(o.Dir, name)
}

// packageOf gives the package of the Go files in a folder, or the name of a package that the
// folder's own name suggests.
func packageOf(dir string) string {
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		if a, err := parser.ParseFile(token.NewFileSet(), f, nil, parser.PackageClauseOnly); err == nil {
			return a.Name.Name
		}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, filepath.Base(abs))
}

// Current tells whether the file holds what was generated.
func (o Output) Current() bool {
	have, err := os.ReadFile(o.path)
	return err == nil && bytes.Equal(have, o.Code)
}

// Write writes the outputs that are not current: all of them first beside their places, then by
// renaming. It gives the names of those it wrote.
func Write(outs []Output) (written []string, err error) {
	temps := map[string]string{}
	defer func() {
		for _, t := range temps {
			os.Remove(t)
		}
	}()
	for _, o := range outs {
		if o.Current() {
			continue
		}
		t, err := temp(o)
		if err != nil {
			return nil, fmt.Errorf("%s: cannot be written: %w", o.Name, cause(err))
		}
		temps[o.path] = t
		written = append(written, o.Name)
	}
	for _, o := range outs {
		t := temps[o.path]
		if t == "" {
			continue
		}
		if err := os.Rename(t, o.path); err != nil {
			return nil, fmt.Errorf("%s: cannot be written: %w", o.Name, cause(err))
		}
	}
	return written, nil
}

// temp writes an output to a new file in its folder.
func temp(o Output) (string, error) {
	mode := fs.FileMode(0o644)
	if st, err := os.Stat(o.path); err == nil {
		if st.IsDir() {
			return "", errors.New("it is a folder")
		}
		mode = st.Mode().Perm()
	}
	t, err := os.CreateTemp(filepath.Dir(o.path), ".uopc-tmp-")
	if err != nil {
		return "", err
	}
	_, err = t.Write(o.Code)
	if e := t.Chmod(mode); err == nil {
		err = e
	}
	if e := t.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(t.Name())
	}
	return t.Name(), err
}

// cause is an error without the path, which the message names in the user's spelling.
func cause(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}
