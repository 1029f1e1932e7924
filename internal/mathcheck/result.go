package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/uopc/uopc/internal/mathcheck/source"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// A result is what one check of a function found: a small file of lines "key: value", checked in.
type result struct {
	name, kind string // kind is f32, f64 or others
	keys       []string
	values     map[string]string
}

func (r *result) set(key, format string, args ...any) {
	if r.values == nil {
		r.values = map[string]string{}
	}
	r.keys = append(r.keys, key)
	r.values[key] = fmt.Sprintf(format, args...)
}

func resultFile(name, kind string) string {
	return filepath.Join(root(), "internal", "mathcheck", "results", name+"."+kind+".txt")
}

func (r *result) write() error {
	var b strings.Builder
	for _, k := range r.keys {
		fmt.Fprintf(&b, "%s: %s\n", k, r.values[k])
	}
	return os.WriteFile(resultFile(r.name, r.kind), []byte(b.String()), 0o666)
}

// readResult gives nil when there is no such result.
func readResult(name, kind string) (*result, error) {
	text, err := os.ReadFile(resultFile(name, kind))
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r := &result{name: name, kind: kind}
	for line := range strings.Lines(string(text)) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			return nil, fmt.Errorf("%s: no \"key: value\" in %q", resultFile(name, kind), line)
		}
		r.set(key, "%s", value)
	}
	return r, nil
}

// stale tells whether the C of the kernel is another than the one that was checked.
func (r *result) stale(f *libm.Func) (bool, error) {
	d := uop.F32
	if r.kind == "f64" {
		d = uop.F64
	}
	hash, err := source.Hash(f, d)
	return hash != r.values["c"], err
}

// begin starts a result with what all kinds have. The hash is of the C that was checked.
func (o options) begin(f *libm.Func, kind, hash, reference string) *result {
	r := &result{name: f.Name, kind: kind}
	r.set("date", "%s", time.Now().UTC().Format(time.DateOnly))
	r.set("command", "%s", o.command(f, kind))
	r.set("reference", "%s", reference)
	r.set("c", "%s", hash)
	return r
}

// command is how to find the same again.
func (o options) command(f *libm.Func, kind string) string {
	s := "go run ./internal/mathcheck"
	switch {
	case kind == "others":
		s += " -others"
	case kind == "f64":
		s += fmt.Sprintf(" -f64 -count %d -seed %d", o.tries(1e6), o.seed)
	case f.Arity == 2:
		s += fmt.Sprintf(" -count %d -seed %d", o.tries(1e7), o.seed)
	case o.n > 0:
		s += fmt.Sprintf(" -n %d -seed %d", o.n, o.seed)
	}
	if o.share > 1 {
		s += fmt.Sprintf(" -sample 1/%d -seed %d", o.share, o.seed)
	}
	return s + " " + f.Name
}

// recorded writes the result of a check.
func (o options) recorded(f *libm.Func, hash string, c *checker, t *tally) error {
	kind := o.dtype().String()
	r := o.begin(f, kind, hash, c.reference)
	digits := 8
	if kind == "f64" {
		digits = 16
	}
	r.set("inputs", "%d", t.Tried)
	r.set("wrong", "%d", t.Wrong)
	if kind == "f64" {
		r.set("ulp", "%s", formatULP(t.Worst))
	} else {
		r.set("ulp", "%s", t.ulps())
	}
	if t.Worst > 0 {
		r.set("at", "%s", t.at(f, digits))
	}
	r.set("mpfr", "%d", t.Asked)
	r.set("drift", "%.3g", t.Drift)
	r.set("levels", "%s", strings.Join(c.levels, " "))
	r.set("differ", "%d", t.Differ)
	return r.write()
}
