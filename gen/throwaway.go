package gen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/uopc/uopc/uopc/defmain"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
	"golang.org/x/tools/go/packages"
)

// throwawayDir is the folder, below the definitions', that the program's main package seems to be
// in. It is only in go's overlay: nothing is written there. Being below the definitions it may
// import them even when they are in an internal folder.
const throwawayDir = "uopcgen_throwaway_main"

// hostEnv is the environment for programs that run here, whatever GOOS and GOARCH the user builds
// for.
func hostEnv() []string {
	return append(os.Environ(), "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
}

// runDefinitions runs a package's definitions in a program of their own and reads the .uir text
// that it prints.
func runDefinitions(ctx context.Context, c *Config, p *packages.Package, defs []definition) ([]*kernel, error) {
	if len(p.GoFiles) == 0 {
		return nil, fmt.Errorf("%s: has no Go files", p.PkgPath)
	}
	defDir := filepath.Dir(p.GoFiles[0])
	tmp, err := os.MkdirTemp("", "uopc-gen-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	mainFile := filepath.Join(tmp, "main.go")
	if err := os.WriteFile(mainFile, throwawayMain(p, defs), 0o600); err != nil {
		return nil, err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{
		filepath.Join(defDir, throwawayDir, "main.go"): mainFile,
	}})
	if err != nil {
		return nil, err
	}
	overlayFile := filepath.Join(tmp, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "go", "run", "-overlay", overlayFile, "./"+throwawayDir)
	cmd.Dir = defDir
	cmd.Env = append(hostEnv(), "CGO_ENABLED=0")
	var out, msgs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msgs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: the definitions could not be run: %s", p.PkgPath, failure(c, defDir, err, msgs.String()))
	}
	var results []defmain.Result
	if err := json.Unmarshal(out.Bytes(), &results); err != nil {
		return nil, fmt.Errorf("%s: the definitions ended before they were all run (a call of os.Exit?)\n%s", p.PkgPath, strings.TrimSpace(msgs.String()))
	}
	return readResults(c, defs, results)
}

func throwawayMain(p *packages.Package, defs []definition) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package main\n\nimport (\n\tdef %q\n\t%q\n)\n\nfunc main() {\n\tdefmain.Main([]defmain.Def{\n", p.PkgPath, modulePath+"/uopc/defmain")
	for _, d := range defs {
		fmt.Fprintf(&b, "\t\t{Name: %q, Func: def.%s},\n", d.name, d.name)
	}
	b.WriteString("\t})\n}\n")
	return b.Bytes()
}

// failure says why the program failed: a crash in one sentence with the user's line in place of
// the runtime's traces of goroutines, else what was printed.
func failure(c *Config, defDir string, err error, msgs string) string {
	lines := strings.Split(strings.TrimSpace(msgs), "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "panic: ") && !strings.HasPrefix(line, "fatal error: ") {
			continue
		}
		for _, at := range lines[i+1:] {
			at, _, _ = strings.Cut(strings.TrimSpace(at), " ")
			if strings.HasPrefix(at, defDir+string(filepath.Separator)) {
				return line + "\n" + strings.TrimSuffix(relPos(c, at), ": ")
			}
		}
		return line
	}
	if n := len(lines); n > 1 && strings.HasPrefix(lines[n-1], "exit status ") {
		return lines[n-1] + "\n" + strings.Join(lines[:n-1], "\n")
	}
	if msgs == "" {
		return err.Error()
	}
	var out []string
	for _, line := range lines {
		// Compile errors of what the definitions import, with paths relative to defDir.
		if file, rest, ok := strings.Cut(line, ".go:"); ok && !strings.ContainsAny(file, " \t") && !filepath.IsAbs(file) {
			line = show(c.Dir, filepath.Join(defDir, file)) + ".go:" + rest
		}
		if !strings.HasPrefix(line, "# ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// readResults parses what the program printed, or joins the mistakes of all definitions.
func readResults(c *Config, defs []definition, results []defmain.Result) ([]*kernel, error) {
	var ks []*kernel
	var errs []error
	for i, r := range results {
		d := defs[i]
		at := fmt.Sprintf("%s:%d", show(c.Dir, d.pos.Filename), d.pos.Line)
		for _, e := range r.Errors {
			where := at
			if e.File != "" {
				where = fmt.Sprintf("%s:%d", show(c.Dir, e.File), e.Line)
			}
			errs = append(errs, fmt.Errorf("%s: %s: %s", where, d.name, strings.TrimPrefix(e.Msg, d.name+": ")))
		}
		if len(r.Errors) > 0 {
			continue
		}
		f, err := uir.Parse(uop.NewGraph(), d.name+".uir", []byte(r.UIR))
		if err != nil {
			return nil, fmt.Errorf("BUG: %s printed text that does not read back: %w", d.name, err)
		}
		ks = append(ks, &kernel{name: d.name, doc: d.doc, from: at, call: f.Roots[0].Node})
	}
	return ks, errors.Join(errs...)
}
