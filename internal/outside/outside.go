// Package outside makes modules for tests that are not ours: a temporary go.mod with a tool line and
// a replace line to this checkout, our go.sum, and no network. It knows nothing of what is generated.
//
//	outside.Isolate()
//	dir := outside.Module(t, t.TempDir())
//	outside.Write(t, filepath.Join(dir, "k", "def", "def.go"), "package def ...")
package outside

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

const modulePath = "github.com/uopc/uopc"

// Name is the path of the modules that Module makes.
const Name = "example.com/outside"

// Isolate sets this process's environment so that the go command uses what is on this machine, and
// what the developer has set for uopc-gen does not matter. Call it from TestMain.
func Isolate() {
	for k, v := range map[string]string{"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOSUMDB": "off", "GOWORK": "off", "CGO_ENABLED": "0"} {
		os.Setenv(k, v)
	}
	for _, k := range []string{"UOPC_CC", "UOPC_ISA", "UOPC_LINK", "UOPC_PKG", "UOPC_OUT", "UOPC_PLATFORMS", "UOPC_ENGINE", "UOPC_LANG", "GOPACKAGE", "GOOS", "GOARCH"} {
		os.Unsetenv(k)
	}
}

// Repo is the folder of this checkout.
func Repo() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(filepath.Dir(filepath.Dir(file)))
}

var toolBlock = regexp.MustCompile(`(?s)\ntool \(.*?\n\)|\ntool [^\n]*`)

// Module makes an empty module in a new folder below parent. It requires what we require.
func Module(t testing.TB, parent string) string {
	t.Helper()
	dir, err := os.MkdirTemp(parent, "mod-")
	if err != nil {
		t.Fatal(err)
	}
	mod := toolBlock.ReplaceAllString(Read(t, filepath.Join(Repo(), "go.mod")), "")
	mod = strings.Replace(mod, "module "+modulePath, "module "+Name, 1)
	mod += fmt.Sprintf("\nrequire %s v0.0.0\n\nreplace %s => %s\n\ntool %s/cmd/uopc-gen\n", modulePath, modulePath, Repo(), modulePath)
	Write(t, filepath.Join(dir, "go.mod"), mod)
	Write(t, filepath.Join(dir, "go.sum"), Read(t, filepath.Join(Repo(), "go.sum")))
	return dir
}

// Write writes a file and makes its folder.
func Write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Read reads a file.
func Read(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Tree describes everything below dir, by path: mode or contents, and when it was written.
func Tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			out[rel] = info.Mode().String()
			return nil
		}
		data, err := os.ReadFile(path)
		out[rel] = fmt.Sprintf("%v %x %s", info.Mode(), sha256.Sum256(data), info.ModTime())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// SameTree fails when two descriptions by Tree differ.
func SameTree(t testing.TB, what string, was, is map[string]string) {
	t.Helper()
	var diff []string
	for f := range was {
		if is[f] != was[f] {
			diff = append(diff, f)
		}
	}
	for f := range is {
		if _, ok := was[f]; !ok {
			diff = append(diff, "new: "+f)
		}
	}
	if len(diff) > 0 {
		t.Errorf("%s changed the tree: %v", what, diff)
	}
}
