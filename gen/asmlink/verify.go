package asmlink

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Verify assembles the text with `go tool asm` and checks that each kernel's
// bytes, which the assembler partly encoded itself, stand in the result just
// as they were linked.
func Verify(ctx context.Context, text, arch string, infos []Info) error {
	obj, err := assemble(ctx, text, arch)
	if err != nil {
		return err
	}
	for _, in := range infos {
		if !bytes.Contains(obj, in.want) {
			return fmt.Errorf("kernel %s: Go's assembler did not reproduce its %d bytes; this version of Go encodes an instruction in another way, please report it", in.GoName, in.Bytes)
		}
	}
	return nil
}

// assemble returns the object that Go's assembler makes of the text.
func assemble(ctx context.Context, text, arch string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "uopc-asm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	src, out := filepath.Join(dir, "kernels.s"), filepath.Join(dir, "kernels.o")
	if err := os.WriteFile(src, []byte(text), 0o600); err != nil {
		return nil, err
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	include := filepath.Join(strings.TrimSpace(string(root)), "pkg", "include")
	cmd := exec.CommandContext(ctx, "go", "tool", "asm", "-p", "kernels", "-I", include, "-o", out, src)
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch)
	if msg, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go tool asm: %w\n%s", err, bytes.TrimSpace(msg))
	}
	return os.ReadFile(out)
}
