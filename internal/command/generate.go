package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/pmezard/go-difflib/difflib"
	"github.com/uopc/uopc/gen"
)

func (c *ctx) folder() string {
	if c.dir == "" {
		return "."
	}
	return c.dir
}

func generate(c *ctx, args []string) error {
	f := c.flags()
	out := f.String("o", envOr("UOPC_OUT", ""), "the output folder; the working directory when empty ($UOPC_OUT)")
	pkg := f.String("pkg", envOr("UOPC_PKG", ""), "the output's package name; found out when empty ($UOPC_PKG)")
	link := f.String("link", envOr("UOPC_LINK", gen.LinkAsm), "asm (Go assembly), dylib (embedded shared objects) or go (no native code) ($UOPC_LINK)")
	cc := f.String("cc", envOr("UOPC_CC", ""), "the C compiler; clang is looked for when empty ($UOPC_CC)")
	platforms := f.String("platforms", envOr("UOPC_PLATFORMS", ""), "GOOS/GOARCH pairs of -link dylib, with commas between ($UOPC_PLATFORMS)")
	saturate := f.Bool("saturate", false, "look for cheaper arithmetic by equality saturation, which takes a while; uopc.lock records it")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return usagef("needs an input: a folder of definitions, such as ./def, or a .uir file")
	}
	cfg := gen.Config{Dir: c.folder(), Inputs: f.Args(), Package: *pkg, Link: *link, CC: *cc, Saturate: *saturate, Progress: c.progress}
	if *platforms != "" {
		cfg.Platforms = strings.Split(*platforms, ",")
	}
	if *out != "" {
		var err error
		if cfg, err = moved(cfg, c.folder(), *out); err != nil {
			return err
		}
	}
	changed, err := gen.Run(context.Background(), cfg)
	if err != nil {
		return err
	}
	for _, name := range changed {
		c.progress("wrote %s", name)
	}
	return nil
}

// moved makes inputs, which the user names from the working directory, relative to the output.
func moved(cfg gen.Config, from, out string) (gen.Config, error) {
	if !filepath.IsAbs(out) {
		out = filepath.Join(from, out)
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return cfg, fmt.Errorf("cannot make the output folder %s: %w", out, errors.Unwrap(err))
	}
	for i, in := range cfg.Inputs {
		path := in
		if !filepath.IsAbs(in) {
			path = filepath.Join(from, in)
		}
		if _, err := os.Stat(path); err != nil {
			continue // an import path
		}
		a, err := filepath.Abs(path)
		if err != nil {
			return cfg, err
		}
		b, err := filepath.Abs(out)
		if err != nil {
			return cfg, err
		}
		r, err := filepath.Rel(b, a)
		if err != nil {
			return cfg, err
		}
		if !strings.HasPrefix(r, ".") {
			r = "./" + r
		}
		cfg.Inputs[i] = filepath.ToSlash(r)
	}
	cfg.Dir = out
	return cfg, nil
}

// progress prints a line on a terminal only: elsewhere a build log would fill with what went well.
func (c *ctx) progress(format string, args ...any) {
	f, ok := c.Err.(*os.File)
	if !ok {
		return
	}
	if st, err := f.Stat(); err == nil && st.Mode()&os.ModeCharDevice != 0 {
		fmt.Fprintf(f, "uopc-gen: "+format+"\n", args...)
	}
}

func check(c *ctx, args []string) error {
	f := c.flags()
	diff := f.Bool("diff", false, "show how stale files differ")
	cc := f.String("cc", envOr("UOPC_CC", ""), "the C compiler; clang is looked for when empty ($UOPC_CC)")
	if err := parse(f, args); err != nil {
		return err
	}
	patterns := f.Args()
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	dirs, err := c.lockedDirs(patterns)
	if err != nil {
		return err
	}
	if len(dirs) == 0 {
		return fmt.Errorf("no generated package in %s (none has a uopc.lock)", strings.Join(patterns, " "))
	}
	found := false
	for _, dir := range dirs {
		r, err := gen.Check(context.Background(), dir, *cc)
		if err != nil {
			return fmt.Errorf("%s: %w", c.show(dir), err)
		}
		for _, n := range r.Notes {
			fmt.Fprintf(c.Err, "%s: %s\n", c.show(dir), n)
		}
		for _, s := range r.Stale {
			found = true
			fmt.Fprintf(c.Out, "%s: %s\n", filepath.ToSlash(filepath.Join(c.show(dir), filepath.FromSlash(s.File))), s.Why)
			if *diff && !strings.Contains(string(s.Have)+string(s.Now), "\x00") {
				fmt.Fprint(c.Out, diffText(s.File, s.File+" (generated now)", string(s.Have), string(s.Now)))
			}
		}
	}
	if found {
		fmt.Fprintln(c.Err, "uopc-gen: stale; run go generate")
		return errFindings
	}
	return nil
}

func (c *ctx) show(dir string) string {
	if r, err := filepath.Rel(c.folder(), dir); err == nil {
		return r
	}
	return dir
}

// lockedDirs lists the folders with a lock file that the patterns name: folders, and folders with
// /... for all below.
func (c *ctx) lockedDirs(patterns []string) ([]string, error) {
	var dirs []string
	for _, p := range patterns {
		root, all := strings.CutSuffix(p, "...")
		root = filepath.Join(c.folder(), filepath.FromSlash(strings.TrimSuffix(root, "/")))
		if filepath.IsAbs(p) {
			root = strings.TrimSuffix(strings.TrimSuffix(p, "..."), "/")
		}
		if !all {
			if _, err := os.Stat(root); err != nil {
				return nil, fmt.Errorf("%s: no such folder", p)
			}
			if !gen.HasLock(root) {
				return nil, fmt.Errorf("%s: holds no generated package (it has no uopc.lock)", p)
			}
			dirs = append(dirs, root)
			continue
		}
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if !d.IsDir() {
				return nil
			}
			if n := d.Name(); path != root && (strings.HasPrefix(n, ".") || strings.HasPrefix(n, "_") || n == "testdata" || n == "vendor" || n == "node_modules") {
				return fs.SkipDir
			}
			if gen.HasLock(path) {
				dirs = append(dirs, path)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	sort.Strings(dirs)
	return dirs, nil
}

// diffText is a unified diff, or "" for equal texts.
func diffText(aName, bName, a, b string) string {
	d, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: lines(a), B: lines(b), FromFile: aName, ToFile: bName, Context: 3})
	if err != nil {
		return err.Error() + "\n"
	}
	return d
}

// lines cuts a text after each newline; a last line without one gets it, as diff needs.
func lines(s string) []string {
	l := strings.SplitAfter(s, "\n")
	if end := len(l) - 1; l[end] == "" {
		return l[:end]
	}
	return append(l[:len(l)-1], l[len(l)-1]+"\n")
}

// replaceFile writes a file by temp file and rename, and keeps its permissions.
func (c *ctx) replaceFile(file string, data []byte) error {
	path := file
	if c.dir != "" && !filepath.IsAbs(path) {
		path = filepath.Join(c.dir, path)
	}
	st, err := os.Stat(path)
	if err != nil {
		return err
	}
	t, err := os.CreateTemp(filepath.Dir(path), ".uopc-tmp-")
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", file, errors.Unwrap(err))
	}
	defer os.Remove(t.Name())
	_, err = t.Write(data)
	if e := t.Chmod(st.Mode().Perm()); err == nil {
		err = e
	}
	if e := t.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(t.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", file, err)
	}
	return nil
}
