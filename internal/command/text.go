package command

import (
	"fmt"
	"sort"
	"strings"

	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"

	"github.com/uopc/uopc/uopc/rules"
)

func format(c *ctx, args []string) error {
	f := c.flags()
	write := f.Bool("w", false, "write the result back to the file")
	diff := f.Bool("d", false, "print how files differ from their canonical form, and exit 1 when any does")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return usagef("needs at least one file")
	}
	if *write && *diff {
		return usagef("-w and -d exclude each other")
	}
	found := false
	for _, file := range f.Args() {
		name, text, err := c.read(file)
		if err != nil {
			return err
		}
		p, err := uir.Parse(uop.NewGraph(), name, text)
		if err != nil {
			return err
		}
		for _, w := range p.Unused {
			fmt.Fprintf(c.Err, "%s: %s\n", name, w)
		}
		out := uir.Format(p)
		switch {
		case *diff:
			if d := diffText(name, name+" (canonical)", string(text), string(out)); d != "" {
				fmt.Fprint(c.Out, d)
				found = true
			}
		case *write && file != "-":
			if len(p.Unused) > 0 {
				return fmt.Errorf("%s: not written, since that would drop nodes that nothing uses", name)
			}
			if string(out) != string(text) {
				if err := c.replaceFile(file, out); err != nil {
					return err
				}
			}
		default:
			if _, err := c.Out.Write(out); err != nil {
				return err
			}
		}
	}
	if found {
		return errFindings
	}
	return nil
}

func simplify(c *ctx, args []string) error {
	f := c.flags()
	fast := f.Bool("fast-math", false, "add the rules that may change floats, by regrouping what the program computes itself (elementary functions that it calls stay exact)")
	saturate := f.Bool("saturate", false, "then look for a cheaper form that the strict rules prove equal, by equality saturation")
	trace := f.Bool("trace", false, "print each firing as \"rule: before -> after\", then the counts")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return usagef("takes one file, got %d", f.NArg())
	}
	p, err := c.parseFile(f.Arg(0))
	if err != nil {
		return err
	}
	p.Named = nil // what a tool writes is in full, even where no rule fired
	o := rules.Options{FastMath: *fast}
	if *trace {
		o.Trace = func(rule string, before, after *uop.UOp) {
			fmt.Fprintf(c.Err, "%s: %s -> %s\n", rule, short(before), short(after))
		}
	}
	for i, r := range p.Roots {
		out, stats, err := rules.SimplifyOpt(r.Node, o)
		if err != nil {
			return err
		}
		if *saturate {
			if out, err = c.saturated(out, *trace); err != nil {
				return err
			}
		}
		if c := p.Comments[r.Node]; out != r.Node && c != nil {
			p.Comments[out] = c
		}
		p.Roots[i].Node = out
		if *trace {
			printCounts(c, stats)
		}
	}
	_, err = c.Out.Write(uir.Format(p))
	return err
}

// saturated gives the cheapest form found. The trace has the costs.
func (c *ctx) saturated(u *uop.UOp, trace bool) (*uop.UOp, error) {
	out, st, err := pass.Saturate(u)
	if err == nil && trace {
		fmt.Fprintf(c.Err, "saturation: %v\n", st)
	}
	return out, err
}

func printCounts(c *ctx, s *rules.Stats) {
	names := make([]string, 0, len(s.Fired))
	for n := range s.Fired {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		if a, b := s.Fired[names[i]], s.Fired[names[j]]; a != b {
			return a > b
		}
		return names[i] < names[j]
	})
	for _, n := range names {
		fmt.Fprintf(c.Err, "%6d %s\n", s.Fired[n], n)
	}
}

// short prints a node in one line as an expression, cut where it is deep.
func short(u *uop.UOp) string {
	var b strings.Builder
	writeShort(&b, u, 4)
	return b.String()
}

func writeShort(b *strings.Builder, u *uop.UOp, depth int) {
	switch {
	case u.IsConst():
		b.WriteString(formatBits(u.DType(), u.Bits()))
		return
	case u.Op() == uop.OpParam:
		if u.X().Name != "" {
			b.WriteString(u.X().Name)
		} else {
			fmt.Fprintf(b, "p%d", u.X().Slot)
		}
		return
	case depth == 0:
		b.WriteString("...")
		return
	}
	b.WriteString(u.Op().String())
	if u.Op() == uop.OpCast || u.Op() == uop.OpBitcast {
		b.WriteString("." + u.DType().String())
	}
	b.WriteByte('(')
	for i, s := range u.Src() {
		if i > 0 {
			b.WriteString(", ")
		}
		writeShort(b, s, depth-1)
	}
	b.WriteByte(')')
}

func bounds(c *ctx, args []string) error {
	f := c.flags()
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return usagef("takes one file, got %d", f.NArg())
	}
	p, err := c.parseFile(f.Arg(0))
	if err != nil {
		return err
	}
	roots := make([]*uop.UOp, len(p.Roots))
	for i, r := range p.Roots {
		roots[i] = r.Node
	}
	for i, u := range uop.Topo(roots...) {
		safe := "safe"
		if !u.Safe() {
			safe = "unsafe"
		}
		fmt.Fprintf(c.Out, "%%%d [%v, %v] %s\n", i, u.Vmin(), u.Vmax(), safe)
	}
	return nil
}
