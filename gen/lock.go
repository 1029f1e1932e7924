package gen

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
)

const (
	lockName    = "uopc.lock"
	lockVersion = "uopc.lock v1"
)

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(h[:])
}

// lock writes what made the package: one fact a line, in a fixed order. It is read back by Check,
// which finds there how to generate the package again.
func (p *plan) lock() {
	var b strings.Builder
	fmt.Fprintln(&b, lockVersion)
	fmt.Fprintf(&b, "package %s\n", p.c.Package)
	fmt.Fprintf(&b, "link %s\n", p.c.Link)
	inputs := append([]string(nil), p.c.Inputs...)
	sort.Strings(inputs)
	for _, in := range inputs {
		fmt.Fprintf(&b, "input %s\n", filepath.ToSlash(in))
	}
	if p.c.Saturate {
		fmt.Fprintln(&b, "saturate")
	}
	if p.c.Link == LinkDylib {
		fmt.Fprintf(&b, "platforms %s\n", strings.Join(p.c.Platforms, " "))
	}
	for _, u := range p.all() {
		fmt.Fprintf(&b, "kernel %s graph %s", u.name, sum(p.files["uir/"+u.k.name+".uir"]))
		if p.hasNative(u) {
			fmt.Fprintf(&b, " c %s", sum([]byte(u.c.Text)))
		}
		fmt.Fprintln(&b)
	}
	if p.clang != "" {
		fmt.Fprintf(&b, "clang %s\n", p.clang)
	}
	for _, m := range p.made {
		fmt.Fprintf(&b, "object %s %s flags %s\n", m.target, sum(m.object), strings.Join(m.flags, " "))
	}
	for _, name := range p.files.names() {
		fmt.Fprintf(&b, "file %s %s\n", name, sum(p.files[name]))
	}
	p.files[lockName] = []byte(b.String())
}

// locked is what Check needs of a lock file.
type locked struct {
	pkg, link, clang string
	inputs           []string
	platforms        []string
	saturate         bool
}

// config is what the package was generated with, and with it whatever dir and compiler are asked.
func (l *locked) config(dir, cc string) Config {
	return Config{Dir: dir, Inputs: l.inputs, Package: l.pkg, Link: l.link, CC: cc, Platforms: l.platforms, Saturate: l.saturate}
}

func readLock(text []byte) (*locked, error) {
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	if lines[0] != lockVersion {
		return nil, fmt.Errorf("%s: the first line is %q, want %q; generate the package again", lockName, lines[0], lockVersion)
	}
	l := &locked{}
	for _, line := range lines[1:] {
		key, rest, _ := strings.Cut(line, " ")
		switch key {
		case "package":
			l.pkg = rest
		case "link":
			l.link = rest
		case "input":
			l.inputs = append(l.inputs, rest)
		case "platforms":
			l.platforms = strings.Fields(rest)
		case "saturate":
			l.saturate = true
		case "clang":
			l.clang = rest
		}
	}
	if l.pkg == "" || l.link == "" || len(l.inputs) == 0 {
		return nil, fmt.Errorf("%s: has no package, link or input line; generate the package again", lockName)
	}
	return l, nil
}

// stripLock drops from a lock file what another compiler makes different.
func stripLock(text []byte) []byte {
	var keep []string
	for _, line := range strings.Split(string(text), "\n") {
		key, rest, _ := strings.Cut(line, " ")
		name, _, _ := strings.Cut(rest, " ")
		if key == "clang" || key == "object" || key == "file" && isObject(name) {
			continue
		}
		keep = append(keep, line)
	}
	return []byte(strings.Join(keep, "\n"))
}

// isObject tells whether a generated file holds machine code.
func isObject(name string) bool {
	return strings.HasSuffix(name, ".s") || strings.HasPrefix(name, "uopc_lib/")
}
