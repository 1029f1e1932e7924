package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// read reads a file, or standard input for "-".
func (c *ctx) read(file string) (name string, text []byte, err error) {
	if file == "-" {
		text, err = io.ReadAll(c.In)
		return "<stdin>", text, err
	}
	path := file
	if c.dir != "" && !filepath.IsAbs(path) {
		path = filepath.Join(c.dir, path)
	}
	text, err = os.ReadFile(path)
	if err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = fmt.Errorf("%s: cannot be read: %w", file, pe.Err)
		}
	}
	return file, text, err
}

// parseFile reads a .uir file into a graph of its own.
func (c *ctx) parseFile(file string) (*uir.File, error) {
	name, text, err := c.read(file)
	if err != nil {
		return nil, err
	}
	f, err := uir.Parse(uop.NewGraph(), name, text)
	if err != nil {
		return nil, err
	}
	for _, w := range f.Unused {
		fmt.Fprintf(c.Err, "%s: %s\n", name, w)
	}
	if len(f.Roots) == 0 {
		return nil, fmt.Errorf("%s: has no node", name)
	}
	return f, nil
}

// pick chooses the kernel that the user named, or the only one.
func pick(f *uir.File, file, name string) (*uop.UOp, error) {
	ks := f.Kernels()
	if len(ks) == 0 {
		if name != "" {
			return nil, fmt.Errorf("%s: has no kernel %s: it has no call", file, name)
		}
		return asKernel(f.Roots[len(f.Roots)-1].Node)
	}
	if name == "" {
		if len(ks) > 1 {
			return nil, fmt.Errorf("%s: has %d kernels; name one with -kernel", file, len(ks))
		}
		return ks[0].Node, nil
	}
	for _, k := range ks {
		if k.Node.X().Name == name {
			return k.Node, nil
		}
	}
	return nil, fmt.Errorf("%s: has no kernel %s", file, name)
}

// asKernel makes a program without a call a kernel, whose parameters are the program's own.
func asKernel(u *uop.UOp) (*uop.UOp, error) {
	if u.Op() == uop.OpCall {
		return u, nil
	}
	g := u.Graph()
	if u.Space() == uop.MEM {
		return nil, fmt.Errorf("the last line is a place in memory, which has no value to print; end the file with a value, a sink or a call")
	}
	body, err := uop.Substitute(u, func(v *uop.UOp) *uop.UOp {
		if v.Op() == uop.OpBuffer {
			return g.Make(uop.OpParam, v.Arg(), v.Src()...)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	src := []*uop.UOp{body}
	for _, p := range uop.Params(body) {
		if p == nil {
			// A slot that the program does not use still has its number.
			p = g.Const(uop.I32, 0)
		}
		src = append(src, p)
	}
	return g.New(uop.OpCall, uop.NameArg("program"), src...)
}
