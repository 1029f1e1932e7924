package command

import (
	"fmt"

	"github.com/uopc/uopc/uopc/rewrite/rulegen"
)

func rulesCmd(c *ctx, args []string) error {
	f := c.flags()
	out := f.String("o", "", "the output file, for one rule file; X_rules.go beside X.rules when empty")
	pkg := f.String("pkg", envOr("UOPC_PKG", ""), "the package of rule files without @package; that of the output's folder when empty ($UOPC_PKG)")
	stale := f.Bool("check", false, "write nothing; list the outputs that are stale, and exit 1 when any is")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return usagef("needs at least one rule file, such as my.rules")
	}
	if *out != "" && f.NArg() != 1 {
		return usagef("-o names the output of one rule file, got %d", f.NArg())
	}
	outs, err := rulegen.Files(f.Args(), rulegen.Options{Dir: c.dir, Out: *out, Package: *pkg})
	if err != nil {
		return err
	}
	if *stale {
		return c.staleRules(outs)
	}
	written, err := rulegen.Write(outs)
	if err != nil {
		return err
	}
	for _, name := range written {
		c.progress("wrote %s", name)
	}
	return nil
}

func (c *ctx) staleRules(outs []rulegen.Output) error {
	found := false
	for _, o := range outs {
		if !o.Current() {
			found = true
			fmt.Fprintf(c.Out, "%s: stale\n", o.Name)
		}
	}
	if found {
		fmt.Fprintln(c.Err, "uopc-gen: stale; run uopc-gen rules")
		return errFindings
	}
	return nil
}
