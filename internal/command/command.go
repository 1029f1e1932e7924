// Package command is uopc-gen without its process: Main takes arguments and streams and gives the
// exit code, so that tests call it directly. It parses flags and text and calls the packages that
// do the work.
package command

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"sort"
	"strings"
)

// IO is the streams of one run: results go to Out, messages to Err.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
}

// Exit codes.
const (
	exitOK       = 0
	exitFindings = 1 // check and fmt -d found something
	exitFailure  = 2 // wrong usage, or something failed
)

// errFindings is returned by a command that ran well and has something to report.
var errFindings = errors.New("findings")

// usageError is an error of the command line.
type usageError struct{ msg string }

func (e usageError) Error() string { return e.msg }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

type subcommand struct {
	args, what string
	run        func(c *ctx, args []string) error
}

// ctx is what a command works with.
type ctx struct {
	IO
	name string
	dir  string // where relative paths start; empty for the working directory
}

var commands map[string]subcommand

func init() {
	commands = map[string]subcommand{
		"generate": {"[flags] [folders | packages | files.uir]", "generate the package in this folder (the default command)", generate},
		"check":    {"[-diff] [packages]", "exit 1 and list what is stale; writes nothing", check},
		"fmt":      {"[-w | -d] FILE...", "print .uir files in canonical form", format},
		"simplify": {"[-fast-math] [-saturate] [-trace] FILE", "print a program after simplification", simplify},
		"bounds":   {"FILE", "print what is known of each node's value", bounds},
		"render":   {"[-lang c|go] [-saturate] FILE", "print the C or Go of the kernels", renderCmd},
		"run":      {"[-engine interp|fold|c|go] [-order id|dfs] [-kernel NAME] FILE ARG...", "run a kernel on arguments given as text", run},
		"rules":    {"[-o out.go] [-pkg name] [-check] FILE.rules...", "compile rule files to Go", rulesCmd},
		"doctor":   {"", "say what is installed and what is missing", doctor},
		"version":  {"", "print the version", version},
	}
}

// Main runs the command line and gives the exit code.
func Main(args []string, o IO) int { return MainIn("", args, o) }

// MainIn is Main with relative paths starting at dir.
func MainIn(dir string, args []string, o IO) (code int) {
	c := &ctx{IO: o, dir: dir}
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(o.Err, "uopc-gen: internal error: %v\nplease report this, with the command and its input\n", p)
			if os.Getenv("UOPC_STACK") != "" {
				o.Err.Write(debug.Stack())
			}
			code = exitFailure
		}
	}()
	name := "generate"
	if len(args) > 0 {
		if _, ok := commands[args[0]]; ok {
			name, args = args[0], args[1:]
		} else if isHelp(args[0]) {
			help(o.Out)
			return exitOK
		}
	}
	c.name = name
	err := unknown(c, name, args)
	if err == nil {
		err = commands[name].run(c, args)
	}
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return exitOK
	case errors.Is(err, errFindings):
		return exitFindings
	}
	fmt.Fprintln(o.Err, "uopc-gen: "+err.Error())
	if u := (usageError{}); errors.As(err, &u) {
		fmt.Fprintf(o.Err, "usage: uopc-gen %s %s\n", name, commands[name].args)
	}
	return exitFailure
}

// unknown tells a mistyped command from an input of generate.
func unknown(c *ctx, name string, args []string) error {
	if name != "generate" || len(args) == 0 || strings.ContainsAny(args[0], "-./\\") {
		return nil
	}
	if _, err := os.Stat(filepath.Join(c.folder(), args[0])); err == nil {
		return nil
	}
	return usagef("%q is neither a command (see uopc-gen -h) nor a file or folder here", args[0])
}

func isHelp(s string) bool {
	return s == "-h" || s == "-help" || s == "--help" || s == "help"
}

func help(w io.Writer) {
	fmt.Fprint(w, "uopc-gen generates Go packages of native kernels.\n\n")
	names := make([]string, 0, len(commands))
	for n := range commands {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		fmt.Fprintf(w, "  uopc-gen %s %s\n        %s\n", n, commands[n].args, commands[n].what)
	}
	fmt.Fprint(w, "\nA FILE may be - for standard input. Results go to standard output, messages to standard\nerror. Exit codes: 0; 1 when check or fmt -d found something; 2 for wrong usage or a failure.\nuopc-gen COMMAND -h lists a command's flags and the environment variable that each has.\n")
}

// flags makes the flag set of a command. Messages of the flag package go nowhere: its errors are
// returned and printed once.
func (c *ctx) flags() *flag.FlagSet {
	f := flag.NewFlagSet(c.name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {
		fmt.Fprintf(c.Out, "usage: uopc-gen %s %s\n\n%s.\n", c.name, commands[c.name].args, commands[c.name].what)
		f.SetOutput(c.Out)
		f.PrintDefaults()
		f.SetOutput(io.Discard)
	}
	return f
}

func parse(f *flag.FlagSet, args []string) error {
	err := f.Parse(args)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		return usagef("%v", err)
	}
	return err
}

// envOr gives the default of a flag: the value of its environment variable, or def.
func envOr(name, def string) string {
	if v, ok := os.LookupEnv(name); ok && strings.TrimSpace(v) != "" {
		return v
	}
	return def
}
