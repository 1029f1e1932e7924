package clang

import (
	"bytes"
	"context"
	"debug/pe"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// A linker is one of lld's programs, and how it is called.
type linker struct {
	name string // without the version, which is tried first
	args func(l link) ([]string, error)
}

var linkers = map[string]linker{
	"linux":   {"ld.lld", linuxArgs},
	"darwin":  {"ld64.lld", darwinArgs},
	"windows": {"lld-link", windowsArgs},
}

// A link is one run of a linker.
type link struct {
	dir, in, out string // the folder, and files in it
	soname       string
	t            Target
	obj          []byte
}

// LinkShared makes a shared object of one object that Compile made for t, which
// must be a Dylib target. soname is the name that the result calls itself.
// Every function that is visible in the object is exported; one that is missing
// is an error.
func (tc *Toolchain) LinkShared(ctx context.Context, obj []byte, t Target, soname string) ([]byte, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	l, ok := linkers[t.OS]
	if !ok {
		return nil, fmt.Errorf("target %s makes no shared object, want mode %s", t, Dylib)
	}
	path, err := tc.findLinker(l.name)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "uopc-ld-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	return l.run(ctx, path, dir, obj, t, soname)
}

// run runs the linker in a folder with fixed file names, which are the only
// ones that it sees.
func (l linker) run(ctx context.Context, path, dir string, obj []byte, t Target, soname string) ([]byte, error) {
	in, out := filepath.Join(dir, "in.o"), filepath.Join(dir, "out", filepath.Base(soname))
	if err := os.Mkdir(filepath.Dir(out), 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(in, obj, 0o600); err != nil {
		return nil, err
	}
	args, err := l.args(link{dir, in, out, soname, t, obj})
	if err != nil {
		return nil, err
	}
	if _, err := runTool(ctx, "", path, args...); err != nil {
		return nil, fmt.Errorf("%s for %s: %w", filepath.Base(path), t, err)
	}
	return os.ReadFile(out)
}

// findLinker looks for a program of lld: next to clang and on PATH, first of
// clang's own version.
func (tc *Toolchain) findLinker(name string) (string, error) {
	versions := []string{"-" + strconv.Itoa(tc.Major), "", "-19", "-20", "-18", "-17"}
	dirs := []string{filepath.Dir(tc.Path)}
	if real, err := filepath.EvalSymlinks(tc.Path); err == nil {
		dirs = append(dirs, filepath.Dir(real))
	}
	for _, v := range versions {
		for _, dir := range dirs {
			if path, err := exec.LookPath(filepath.Join(dir, name+v)); err == nil {
				return path, nil
			}
		}
		if path, err := exec.LookPath(name + v); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no %s found next to %s or on PATH, and -link dylib needs it; install lld (Debian: apt-get install lld-19; macOS: brew install lld), or use -link asm or -link go, which need none", name, tc.Path)
}

func linuxArgs(l link) ([]string, error) {
	return []string{"-shared", "-soname=" + l.soname,
		"--build-id=none",   // it would hash what the lock file hashes already
		"-z", "noexecstack", // what no kernel needs, no system should have to allow
		"-z", "defs", // nothing is to be found at load time
		"--hash-style=gnu",          // the smaller table, read everywhere
		"-z", "max-page-size=65536", // arm64, loong64 and ppc64le may have such pages
		"-o", l.out, l.in}, nil
}

// stub stands for macOS's libSystem: dyld refuses a library that depends on
// none, though nothing of it is used.
const stub = `--- !tapi-tbd
tbd-version: 4
targets: [ x86_64-macos, arm64-macos ]
install-name: '/usr/lib/libSystem.B.dylib'
exports:
  - targets: [ x86_64-macos, arm64-macos ]
    symbols: [ dyld_stub_binder ]
...
`

var darwinArchs = map[string]string{"amd64": "x86_64", "arm64": "arm64"}

func darwinArgs(l link) ([]string, error) {
	tbd := filepath.Join(l.dir, "libSystem.tbd")
	if err := os.WriteFile(tbd, []byte(stub), 0o600); err != nil {
		return nil, err
	}
	return []string{"-dylib", "-arch", darwinArchs[l.t.Arch],
		"-platform_version", "macos", "11.0", "11.0", // the first with arm64
		"-install_name", l.soname,
		"-undefined", "error",
		"-adhoc_codesign",         // arm64 runs nothing unsigned
		"-final_output", l.soname, // hashed into the UUID, instead of out
		"-o", l.out, l.in, tbd}, nil
}

var windowsMachines = map[string]string{"amd64": "x64", "arm64": "arm64"}

func windowsArgs(l link) ([]string, error) {
	args := []string{"/nologo", "/dll", "/noentry", // no C runtime, so nothing to start
		"/Brepro", // a hash instead of a time
		"/machine:" + windowsMachines[l.t.Arch], "/nodefaultlib",
		"/implib:" + filepath.Join(l.dir, "out.lib"),
		"/pdbaltpath:" + l.soname, "/out:" + l.out}
	names, err := peFunctions(l.obj)
	if err != nil {
		return nil, fmt.Errorf("object for %s: %w", l.t, err)
	}
	for _, n := range names {
		args = append(args, "/export:"+n)
	}
	return append(args, l.in), nil
}

// peFunctions lists the visible functions of a COFF object.
func peFunctions(obj []byte) ([]string, error) {
	const external, function = 2, 0x20
	f, err := pe.NewFile(bytes.NewReader(obj))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range f.Symbols {
		if s.StorageClass == external && s.SectionNumber > 0 && s.Type == function {
			names = append(names, s.Name)
		}
	}
	return names, nil
}
