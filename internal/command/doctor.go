package command

import (
	"fmt"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/uopc/uopc/internal/clang"
	"golang.org/x/sys/cpu"
)

// doctor says what is there and what is missing, and how to get it. Nothing it looks for is needed
// by those who only use generated packages.
func doctor(c *ctx, args []string) error {
	f := c.flags()
	cc := f.String("cc", envOr("UOPC_CC", ""), "the C compiler; clang is looked for when empty ($UOPC_CC)")
	if err := parse(f, args); err != nil {
		return err
	}
	found := false
	row := func(ok bool, name, text string) {
		mark := "ok     "
		if !ok {
			mark, found = "missing", true
		}
		fmt.Fprintf(c.Out, "%s  %-6s %s\n", mark, name, text)
	}
	row(true, "go", runtime.Version()+" "+runtime.GOOS+"/"+runtime.GOARCH)
	row(true, "cpu", cpuText())
	if tc, err := clang.Find(*cc); err != nil {
		row(false, "clang", err.Error())
	} else {
		row(true, "clang", tc.Version)
	}
	for _, t := range []struct{ name, need, cure string }{
		{"ld.lld", "links -link dylib", "Debian: apt-get install lld-19; macOS: brew install lld"},
		{"z3", "proves rules", "Debian: apt-get install z3; macOS: brew install z3"},
		{"qemu-aarch64-static", "runs arm64 code in this project's own tests", "Debian: apt-get install qemu-user-static"},
	} {
		path := lookAny(t.name, t.name+"-19")
		switch {
		case path != "":
			row(true, t.name, t.need)
		default:
			fmt.Fprintf(c.Out, "absent   %-6s optional: %s (%s)\n", t.name, t.need, t.cure)
		}
	}
	if found {
		return errFindings
	}
	return nil
}

// cpuText names the amd64 levels that this machine has, the least first.
func cpuText() string {
	if runtime.GOARCH != "amd64" {
		return runtime.GOARCH
	}
	x := cpu.X86
	text := "amd64 v1"
	for _, l := range []struct {
		name string
		has  bool
	}{
		{"v2", x.HasSSE3 && x.HasSSSE3 && x.HasSSE41 && x.HasSSE42 && x.HasPOPCNT},
		{"v3", x.HasAVX2 && x.HasBMI1 && x.HasBMI2 && x.HasFMA},
		{"v4", x.HasAVX512F && x.HasAVX512BW && x.HasAVX512CD && x.HasAVX512DQ && x.HasAVX512VL},
	} {
		if !l.has {
			break
		}
		text += " " + l.name
	}
	return text
}

func lookAny(names ...string) string {
	for _, n := range names {
		if p, err := exec.LookPath(n); err == nil {
			return p
		}
	}
	return ""
}

// Version is the version of this module, for builds that are not made from a tagged one.
const Version = "v0.1.0"

func version(c *ctx, args []string) error {
	f := c.flags()
	if err := parse(f, args); err != nil {
		return err
	}
	v := Version
	if bi, ok := debug.ReadBuildInfo(); ok && strings.HasPrefix(bi.Main.Version, "v") && !strings.Contains(bi.Main.Version, "+dirty") {
		v = bi.Main.Version
	}
	_, err := fmt.Fprintf(c.Out, "uopc-gen %s %s\n", v, runtime.Version())
	return err
}
