package gen

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/uopc/uopc/uopc/pass"
)

// The link modes.
const (
	LinkAsm   = "asm"   // machine code as Go assembly, on amd64 and arm64
	LinkDylib = "dylib" // embedded shared objects, loaded through package runtimecache
	LinkGo    = "go"    // no native code
)

// Config says what to generate.
type Config struct {
	Dir       string   // the output folder; inputs are relative to it
	Inputs    []string // folders of definitions, import paths, .uir files
	Package   string   // the output's package name; found out when empty
	Link      string   // LinkAsm when empty
	CC        string   // the C compiler; see package clang
	Platforms []string // GOOS/GOARCH pairs of LinkDylib; the default set when empty
	Saturate  bool     // look for cheaper index arithmetic; see package pass

	// Version is written to the lock file.
	Version string
	// Progress, when set, is told what is being done.
	Progress func(format string, args ...any)
}

func (c *Config) normalize() error {
	if c.Dir == "" {
		c.Dir = "."
	}
	if c.Link == "" {
		c.Link = LinkAsm
	}
	if c.Link != LinkAsm && c.Link != LinkDylib && c.Link != LinkGo {
		return fmt.Errorf("link mode %q is not asm, dylib or go", c.Link)
	}
	if c.Progress == nil {
		c.Progress = func(string, ...any) {}
	}
	st, err := os.Stat(c.Dir)
	if err != nil {
		return readError(&Config{Dir: "."}, c.Dir, err)
	}
	if !st.IsDir() {
		return fmt.Errorf("%s: the output folder is a file", c.Dir)
	}
	if len(c.Inputs) == 0 {
		return fmt.Errorf("no input: name a folder of definitions, such as ./def, or a .uir file")
	}
	if len(c.Platforms) == 0 {
		c.Platforms = dylibPlatforms
	}
	for _, pl := range c.Platforms {
		if goos, goarch, _ := strings.Cut(pl, "/"); goos == "" || goarch == "" {
			return fmt.Errorf("platform %q is not a pair such as linux/amd64", pl)
		}
	}
	if c.Package == "" {
		if c.Package, err = packageName(c.Dir); err != nil {
			return err
		}
	}
	if !token.IsIdentifier(c.Package) {
		return fmt.Errorf("%q cannot be the name of a Go package; choose one with -pkg", c.Package)
	}
	return nil
}

// Plan computes every output file in memory.
func Plan(ctx context.Context, c Config) (Files, error) {
	if err := c.normalize(); err != nil {
		return nil, err
	}
	c.Progress("loading %s", strings.Join(c.Inputs, " "))
	ks, err := load(ctx, &c)
	if err != nil {
		return nil, err
	}
	if err := checkNames(&c, ks); err != nil {
		return nil, err
	}
	p := &plan{c: &c, files: Files{}}
	var errs []error
	for _, k := range ks {
		u, err := newUnit(k, pass.Options{Saturate: c.Saturate})
		errs = append(errs, err)
		p.units = append(p.units, u)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if err := p.native(ctx); err != nil {
		return nil, err
	}
	if err := p.emit(); err != nil {
		return nil, err
	}
	p.lock()
	return p.files, nil
}

// plan is the state of one Plan.
type plan struct {
	c             *Config
	units         []*unit
	files         Files
	made          []made // what the lock file says of compiled objects
	cText         string // the C of all kernels, one file
	helperText    string // Go that wrappers call
	helperImports []string
	clang         string // the compiler's version line; empty in mode go
}

// Run generates the package. It gives the files that changed.
func Run(ctx context.Context, c Config) (changed []string, err error) {
	files, err := Plan(ctx, c)
	if err != nil {
		return nil, err
	}
	if c.Dir == "" {
		c.Dir = "."
	}
	return files.write(c.Dir)
}

// packageName finds the name of the package that the output joins: what other Go files in the
// folder say, else what go generate says, else the folder's own name.
func packageName(dir string) (string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return "", err
	}
	for _, f := range names {
		if isOurs(filepath.Base(f)) || strings.HasSuffix(f, "_test.go") {
			continue
		}
		if n := packageClause(f); n != "" {
			return n, nil
		}
	}
	if n := os.Getenv("GOPACKAGE"); n != "" && dir == "." {
		return n, nil
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '.' || r == ' ' {
			return -1
		}
		return r
	}, filepath.Base(abs)), nil
}
