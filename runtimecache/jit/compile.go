package jit

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/uopc/uopc/internal/clang"
	"github.com/uopc/uopc/runtimecache"
	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/render"
	"github.com/uopc/uopc/uopc/uop"
)

// Options steer Compile. The zero value is what most callers want.
type Options struct {
	CC    string              // the compiler; UOPC_CC or the clang on PATH when empty
	Cache *runtimecache.Cache // the default cache when nil
	Level string              // "v2", "v3" or "v4" on amd64; v2 when empty
	// Budget is how many operations one call into the kernel may do before it returns to be
	// called again; 0 is no limit. Results do not depend on it.
	Budget int64
	Plain  bool // render the kernel as it is: already lowered, or to be compared unsimplified
}

// Program is a compiled kernel, ready to run. It may be used by many goroutines.
type Program struct {
	Sig    *uop.Signature // of the compiled form: a value with a shape has become a result place
	Source *render.Source
	fn     uintptr
	check  *Program // looks at the accesses that are not proved to be inside; may be nil
	checks []lower.Access
	budget int64
	lib    *runtimecache.Lib
}

// Lower gives the loop form that Compile renders.
func (o Options) lower(call *uop.UOp) (*uop.UOp, error) {
	if o.Plain {
		return lower.Lower(call)
	}
	return pass.Run(call, pass.Options{})
}

// Compile compiles one kernel.
func Compile(ctx context.Context, call *uop.UOp, o Options) (*Program, error) {
	ps, err := CompileAll(ctx, []*uop.UOp{call}, o)
	if err != nil {
		return nil, err
	}
	return ps[0], nil
}

// CompileAll compiles several kernels into one object, which costs one run of the compiler.
func CompileAll(ctx context.Context, calls []*uop.UOp, o Options) ([]*Program, error) {
	var sources []*render.Source
	ps := make([]*Program, len(calls))
	add := func(low *uop.UOp, name string) (*Program, error) {
		src, err := render.C(low, render.COptions{Name: name})
		if err != nil {
			return nil, err
		}
		sig, err := uop.SignatureOf(low)
		if err != nil {
			return nil, err
		}
		sources = append(sources, src)
		return &Program{Sig: sig, Source: src, budget: o.Budget}, nil
	}
	for i, call := range calls {
		low, err := o.lower(call)
		if err != nil {
			return nil, err
		}
		chk, acc, err := lower.Check(low)
		if err != nil {
			return nil, err
		}
		name := fmt.Sprintf("k%d_%s", i, call.X().Name)
		if ps[i], err = add(low, name); err != nil {
			return nil, err
		}
		if chk != nil {
			if ps[i].check, err = add(chk, name+"_check"); err != nil {
				return nil, err
			}
			ps[i].checks = acc
		}
	}
	lib, err := load(ctx, render.JoinC(sources...), o)
	if err != nil {
		return nil, err
	}
	for _, p := range ps {
		for q := p; q != nil; q = q.check {
			q.lib = lib
			if q.fn, err = lib.Symbol(q.Source.Name); err != nil {
				return nil, err
			}
		}
	}
	return ps, nil
}

// toolchains remembers compilers by name, for asking one for its version costs a process.
var toolchains sync.Map

func findClang(cc string) (*clang.Toolchain, error) {
	if tc, ok := toolchains.Load(cc); ok {
		return tc.(*clang.Toolchain), nil
	}
	tc, err := clang.Find(cc)
	if err == nil && cc != "" {
		toolchains.Store(cc, tc)
	}
	return tc, err
}

// load gives the loaded shared object of a C text, from the cache where it is there.
func load(ctx context.Context, text string, o Options) (*runtimecache.Lib, error) {
	tc, err := findClang(o.CC)
	if err != nil {
		return nil, err
	}
	t := clang.Target{Arch: runtime.GOARCH, OS: runtime.GOOS, Mode: clang.Dylib}
	if t.Arch == "amd64" {
		if t.Level = o.Level; t.Level == "" {
			t.Level = "v2"
		}
	}
	cache := o.Cache
	if cache == nil {
		// Without a usable cache the kernel is compiled all the same.
		cache, _ = runtimecache.Open("")
	}
	build := func() ([]byte, error) {
		obj, err := tc.Compile(ctx, text, t, nil)
		if err != nil {
			return nil, err
		}
		return tc.LinkShared(ctx, obj, t, "uopc-kernel")
	}
	key := runtimecache.Key("jit", text, tc.Version, t.String(), strings.Join(clang.Flags(t), " "))
	var image []byte
	if cache != nil {
		image, _, err = cache.Do(key, build)
	} else {
		image, err = build()
	}
	if err != nil {
		return nil, err
	}
	return runtimecache.Load("uopc-kernel", image)
}
