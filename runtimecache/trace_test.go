package runtimecache

import (
	"bytes"
	"strings"
	"testing"
)

func init() {
	children["trace"] = func() {
		c, err := Open("")
		check(err)
		for range 2 {
			c.Do(Key("void f(void) {}\n", "clang 19"), ofBytes([]byte("x")))
		}
	}
}

func TestTrace(t *testing.T) {
	for _, c := range []struct {
		on   string
		want []string
	}{
		{"1", []string{formatVersion, `part 3 (16 bytes): "void f(void) {}\n"`, `"clang 19"`, "miss ", "kept ", "hit "}},
		{"0", nil},
	} {
		cmd := child(t, "trace", envDir+"="+t.TempDir(), envTrace+"="+c.on)
		var out bytes.Buffer
		cmd.Stderr = &out
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		for _, w := range c.want {
			if !strings.Contains(out.String(), w) {
				t.Errorf("%s=%s: no %q in\n%s", envTrace, c.on, w, out.String())
			}
		}
		if c.want == nil && out.Len() > 0 {
			t.Errorf("trace is off, yet: %s", out.String())
		}
	}
}
