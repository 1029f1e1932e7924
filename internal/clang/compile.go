package clang

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Compile compiles C text for t and returns the object file. extra flags come
// last, so they win. Text goes in and bytes come out through pipes: no file is
// written.
//
// In asm mode on amd64 the object is made in two steps, with Settle between
// them, so that gen/asmlink finds SP's depth at every instruction.
func (tc *Toolchain) Compile(ctx context.Context, src string, t Target, extra []string) ([]byte, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	args := append(append([]string{"--no-default-config"}, Flags(t)...), extra...)
	if t.Mode != Asm || t.Arch != "amd64" {
		return tc.step(ctx, src, t, append(args, "-x", "c", "-c", "-o", "-", "-"))
	}
	text, err := tc.step(ctx, src, t, append(args, "-x", "c", "-S", "-o", "-", "-"))
	if err != nil {
		return nil, err
	}
	return tc.step(ctx, Settle(string(text)), t, []string{"--no-default-config",
		"--target=" + t.Triple(), "-x", "assembler", "-c", "-o", "-", "-"})
}

func (tc *Toolchain) step(ctx context.Context, in string, t Target, args []string) ([]byte, error) {
	out, err := tc.run(ctx, in, args...)
	if err != nil {
		return nil, fmt.Errorf("%s for %s: %w", tc, t, err)
	}
	return out, nil
}

// run runs clang with in as its standard input.
func (tc *Toolchain) run(ctx context.Context, in string, args ...string) ([]byte, error) {
	return runTool(ctx, in, tc.Path, append(append([]string{}, tc.Args...), args...)...)
}

// runTool runs a program and returns its output; a failure carries what it
// wrote to standard error.
func runTool(ctx context.Context, in, path string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = cleanEnv(os.Environ())
	cmd.Stdin = strings.NewReader(in)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return out.Bytes(), nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &exit) && msg.Len() > 0:
		return nil, fmt.Errorf("%w\n%s", err, bytes.TrimSpace(msg.Bytes()))
	}
	return nil, err
}

// steering are the variables by which an environment changes what clang and
// lld do; none may reach them.
var steering = map[string]bool{
	"CPATH": true, "C_INCLUDE_PATH": true, "CPLUS_INCLUDE_PATH": true, "OBJC_INCLUDE_PATH": true,
	"LIBRARY_PATH": true, "COMPILER_PATH": true, "CCC_OVERRIDE_OPTIONS": true, "CCC_ADD_ARGS": true,
	"CL": true, "_CL_": true, "LINK": true, "LIB": true, "INCLUDE": true,
	"SDKROOT": true, "MACOSX_DEPLOYMENT_TARGET": true, "SOURCE_DATE_EPOCH": true, "LD_REPRO": true, "LLD_REPRODUCE": true,
}

// cleanEnv drops the steering variables and asks for messages in English.
func cleanEnv(env []string) []string {
	kept := make([]string, 0, len(env)+1)
	for _, kv := range env {
		name, _, _ := strings.Cut(kv, "=")
		if !steering[strings.ToUpper(name)] && !strings.HasPrefix(name, "LC_") && name != "LANG" {
			kept = append(kept, kv)
		}
	}
	return append(kept, "LC_ALL=C")
}
