package gen

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/tools/go/packages"
)

// loadPackage type-checks a package of definitions and runs it.
func loadPackage(ctx context.Context, c *Config, pattern, dir string) ([]*kernel, error) {
	cfg := &packages.Config{Context: ctx, Dir: c.Dir, Env: hostEnv(),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedImports}
	pkgs, err := packages.Load(cfg, pattern)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be loaded: %w", pattern, err)
	}
	var ks []*kernel
	for _, p := range pkgs {
		if err := packageErrors(c, p); err != nil {
			return nil, err
		}
		defs := definitions(p)
		if len(defs) == 0 {
			if dir != "" {
				continue // a folder may hold .uir files and helpers only
			}
			return nil, fmt.Errorf("%s: has no exported func(*uopc.Kernel)", pattern)
		}
		more, err := runDefinitions(ctx, c, p, defs)
		if err != nil {
			return nil, err
		}
		ks = append(ks, more...)
	}
	return ks, nil
}

func packageErrors(c *Config, p *packages.Package) error {
	var msgs []string
	for _, e := range p.Errors {
		for line := range strings.SplitSeq(relPos(c, e.Pos)+e.Msg, "\n") {
			// The go command says the same once more, below the package's name.
			if !strings.HasPrefix(line, "# ") && !contains(msgs, line) {
				msgs = append(msgs, line)
			}
		}
	}
	if len(msgs) == 0 {
		if p.Name == "main" {
			return fmt.Errorf("%s: definitions cannot be in package main; move them to a package of their own, such as ./def", p.PkgPath)
		}
		return nil
	}
	if len(msgs) > 10 {
		msgs = append(msgs[:10], "(more errors follow from these)")
	}
	return errors.New(strings.Join(msgs, "\n"))
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

// relPos makes the file of a file:line:col position relative, and adds a colon and a space.
func relPos(c *Config, pos string) string {
	if pos == "" || pos == "-" {
		return ""
	}
	if i := strings.Index(pos, ":"); i > 0 && filepath.IsAbs(pos[:i]) {
		pos = show(c.Dir, pos[:i]) + pos[i:]
	}
	return pos + ": "
}

// definitions lists the exported functions and variables of type func(*uopc.Kernel).
func definitions(p *packages.Package) []definition {
	var out []definition
	add := func(id *ast.Ident, doc *ast.CommentGroup) {
		if !id.IsExported() || !isDefinition(p.Types.Scope().Lookup(id.Name)) {
			return
		}
		out = append(out, definition{id.Name, strings.TrimSpace(doc.Text()), p.Fset.Position(id.Pos())})
	}
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil && d.Type.TypeParams == nil {
					add(d.Name, d.Doc)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					v, ok := s.(*ast.ValueSpec)
					if !ok || d.Tok != token.VAR {
						continue
					}
					doc := v.Doc
					if doc == nil && len(d.Specs) == 1 {
						doc = d.Doc
					}
					for _, id := range v.Names {
						add(id, doc)
					}
				}
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].name < out[j].name })
	return out
}

// isDefinition tells whether an object has the type func(*uopc.Kernel).
func isDefinition(o types.Object) bool {
	if o == nil {
		return false
	}
	sig, ok := o.Type().Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 1 || sig.Results().Len() != 0 || sig.Variadic() {
		return false
	}
	ptr, ok := sig.Params().At(0).Type().(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := ptr.Elem().(*types.Named)
	return ok && named.Obj().Name() == "Kernel" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == builderPath
}
