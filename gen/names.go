package gen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

func packageClause(file string) string {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return f.Name.Name
}

// checkNames refuses kernels whose Go names collide with each other's Each forms, or with what the
// other files of the output package declare.
func checkNames(c *Config, ks []*kernel) error {
	from := map[string]string{}
	for _, k := range ks {
		from[k.name] = k.from
	}
	for _, k := range ks {
		if other, ok := from[k.name+"Each"]; ok {
			return fmt.Errorf("%s: the kernel %s also makes the Go name %sEach, which is the kernel at %s; rename one", k.from, k.name, k.name, other)
		}
	}
	files, err := filepath.Glob(filepath.Join(c.Dir, "*.go"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if isOurs(filepath.Base(file)) {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil || f.Name.Name != c.Package {
			continue // go build has more to say about it than we
		}
		for _, id := range topLevel(f) {
			k, ok := from[id.Name]
			if !ok {
				k, ok = from[strings.TrimSuffix(id.Name, "Each")]
			}
			if ok {
				p := fset.Position(id.Pos())
				return fmt.Errorf("%s: the kernel's Go name %s is already declared at %s:%d; rename one", k, id.Name, filepath.Base(p.Filename), p.Line)
			}
		}
	}
	return nil
}

func topLevel(f *ast.File) (out []*ast.Ident) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				out = append(out, d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					out = append(out, s.Name)
				case *ast.ValueSpec:
					out = append(out, s.Names...)
				}
			}
		}
	}
	return out
}
