package uir

import (
	"regexp"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// TestOtherNames checks that a hint is reached, which it is not under the name of an op or a
// function, and that what it tells to write exists.
func TestOtherNames(t *testing.T) {
	word := regexp.MustCompile(`(\w+) %`)
	for name, hint := range otherNames {
		if _, ok := uop.ParseOp(name); ok || functions[name] != nil || name != strings.ToLower(name) {
			t.Errorf("%q is never looked up", name)
		}
		for _, m := range word.FindAllStringSubmatch(hint, -1) {
			if _, ok := uop.ParseOp(m[1]); !ok && functions[m[1]] == nil && m[1] != "then" {
				t.Errorf("%s: the hint %q tells to write %s, which there is not", name, hint, m[1])
			}
		}
	}
}

// TestNoLessExact holds the hints to the exact functions: none makes one of an op.
func TestNoLessExact(t *testing.T) {
	for _, name := range []string{"exp", "log", "cos", "mod", "rsqrt"} {
		if functions[name] == nil {
			t.Errorf("%s is no function", name)
		}
	}
	for name, hint := range otherNames {
		if strings.Contains(hint, "exp2") || strings.Contains(hint, "log2") || strings.Contains(hint, "sin of") {
			t.Errorf("%s: the hint %q is less exact than a function", name, hint)
		}
	}
}
