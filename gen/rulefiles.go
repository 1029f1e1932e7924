package gen

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/uopc/uopc/uopc/rewrite/rulegen"
	"golang.org/x/tools/go/packages"
)

// staleRules compares the Go that rule files were compiled to with what they say now, in the
// folders of definitions. Nothing is run, and no package is loaded for an input that is a folder.
func staleRules(ctx context.Context, c *Config) ([]Stale, error) {
	var out []Stale
	var errs []error
	for _, dir := range ruleDirs(ctx, c) {
		more, err := staleRulesIn(c, dir)
		out = append(out, more...)
		errs = append(errs, err)
	}
	return out, errors.Join(errs...)
}

// ruleDirs lists the folders of definitions, relative to the output folder. What cannot be found
// is left to the loader, which says so.
func ruleDirs(ctx context.Context, c *Config) (dirs []string) {
	for _, in := range c.Inputs {
		path := in
		if !filepath.IsAbs(path) {
			path = filepath.Join(c.Dir, in)
		}
		st, err := os.Stat(path)
		switch {
		case err == nil && st.IsDir():
		case err == nil, strings.HasPrefix(in, "."), filepath.IsAbs(in), !strings.Contains(in, "."), strings.HasSuffix(in, ".uir"):
			continue
		default: // an import path
			pkgs, err := packages.Load(&packages.Config{Context: ctx, Dir: c.Dir, Env: hostEnv(), Mode: packages.NeedName | packages.NeedFiles}, in)
			if err != nil || len(pkgs) != 1 || len(pkgs[0].GoFiles) == 0 {
				continue
			}
			path = filepath.Dir(pkgs[0].GoFiles[0])
		}
		if dir := relTo(c.Dir, path); !contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// staleRulesIn looks at one folder: at the Go files that say they come from a rule file, and at
// the rule files that no Go file comes from.
func staleRulesIn(c *Config, dir string) (out []Stale, err error) {
	abs := dir
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(c.Dir, dir)
	}
	made, err := compiledRules(abs)
	if err != nil {
		return nil, err
	}
	sources, err := filepath.Glob(filepath.Join(abs, "*.rules"))
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		base := filepath.Base(s)
		if len(made[base]) == 0 {
			made[base] = []string{strings.TrimSuffix(base, ".rules") + "_rules.go"}
		}
	}
	var errs []error
	for _, source := range sortedKeys(made) {
		for _, goFile := range made[source] {
			s, err := staleRule(c, dir, source, goFile)
			if s != nil {
				out = append(out, *s)
			}
			if err != nil {
				errs = append(errs, err)
				break // the other outputs have the same mistakes
			}
		}
	}
	return out, errors.Join(errs...)
}

// compiledRules lists the Go files in a folder that name a rule file in their first line, by that.
func compiledRules(dir string) (map[string][]string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	before, after, _ := strings.Cut(rulegen.Header("\x00"), "\x00")
	out := map[string][]string{}
	for _, n := range names {
		text, err := os.ReadFile(n)
		if err != nil {
			continue // the go command will say why
		}
		line, _, _ := strings.Cut(string(text), "\n")
		source, ok := strings.CutPrefix(strings.TrimSuffix(line, "\r"), before)
		if source, end := strings.CutSuffix(source, after); ok && end {
			out[source] = append(out[source], filepath.Base(n))
		}
	}
	return out, nil
}

// staleRule compares one Go file with what its rule file gives now; nil when it is the same.
func staleRule(c *Config, dir, source, goFile string) (*Stale, error) {
	file := filepath.ToSlash(filepath.Join(dir, goFile))
	from := filepath.ToSlash(filepath.Join(dir, source))
	path := filepath.FromSlash(file)
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.Dir, path)
	}
	have, err := os.ReadFile(path)
	missing := errors.Is(err, os.ErrNotExist)
	if err != nil && !missing {
		return nil, readError(c, path, err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(path), source)); errors.Is(err, os.ErrNotExist) {
		return &Stale{file, "made from " + from + ", which is missing", have, nil}, nil
	}
	outs, err := rulegen.Files([]string{from}, rulegen.Options{Dir: c.Dir, Out: file, Package: packageClause(path)})
	if err != nil {
		return nil, err
	}
	switch {
	case missing:
		return &Stale{file, fmt.Sprintf("missing; run uopc-gen rules on %s", source), nil, outs[0].Code}, nil
	case !outs[0].Current():
		return &Stale{file, fmt.Sprintf("not what %s says; run uopc-gen rules", source), have, outs[0].Code}, nil
	}
	return nil, nil
}

func sortedKeys(m map[string][]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
