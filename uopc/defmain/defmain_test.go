package defmain

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc"
)

// TestRun has a good definition, mistakes and panics; each is told apart from the others.
func TestRun(t *testing.T) {
	var null *uopc.Expr
	defs := []Def{
		{"Good", func(k *uopc.Kernel) { k.Return(k.Scalar("a", uopc.F32).Mul(2)) }},
		{"Mistake", func(k *uopc.Kernel) { k.Return(k.Scalar("a", uopc.F32).Mul(true)); k.Return() }},
		{"Panic", func(k *uopc.Kernel) { k.Scalar("go", uopc.F32); panic("oh") }},
		{"Below", func(k *uopc.Kernel) { _ = strings.Repeat("x", -1) }},
		{"Null", func(k *uopc.Kernel) { k.Return(null.Add(1)) }},
		{"Empty", func(k *uopc.Kernel) {}},
		{"Nil", nil},
	}
	var out bytes.Buffer
	if err := Run(&out, defs); err != nil {
		t.Fatal(err)
	}
	var results []Result
	if err := json.Unmarshal(out.Bytes(), &results); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"", "18: cannot use true as f32; 18: Return needs at least one value",
		`19: "go" is a Go keyword and cannot name a parameter; choose another name; 19: the definition panicked: oh`,
		"20: the definition panicked: strings: negative Repeat count",
		"21: the definition panicked: uopc: method on a nil *Expr",
		"0: the kernel returns nothing and writes nothing; use Return, Set or Store",
		"0: the definition is a nil function",
	}
	for i, r := range results {
		var msgs []string
		for _, e := range r.Errors {
			if e.Line > 0 && filepath.Base(e.File) != "defmain_test.go" {
				t.Errorf("%s: the mistake is in %s", r.Name, e.File)
			}
			msgs = append(msgs, strings.Join([]string{itoa(e.Line), e.Msg}, ": "))
		}
		if got := strings.Join(msgs, "; "); got != want[i] || (r.UIR != "") != (want[i] == "") {
			t.Errorf("%s: %q with text %q, want %q", r.Name, got, r.UIR, want[i])
		}
	}
}

func itoa(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}
