package asmlink

import (
	"strings"
	"testing"

	"github.com/uopc/uopc/internal/clang"
)

// refusals are read from testdata/refuse.txt: sections that begin with a line
//
//	-- name: arch [flags] --
//
// with C below it, and the message that is wanted below a line "==>".
type refusal struct {
	name, arch string
	flags      []string
	src, want  string
}

func refusals(t *testing.T) []refusal {
	t.Helper()
	var rs []refusal
	for _, part := range strings.Split("\n"+readFile(t, "testdata/refuse.txt"), "\n-- ")[1:] {
		head, body, ok1 := strings.Cut(part, " --\n")
		src, want, ok2 := strings.Cut(body, "==>\n")
		name, words, ok3 := strings.Cut(head, ": ")
		if !ok1 || !ok2 || !ok3 {
			t.Fatalf("bad section: %s", part)
		}
		fields := strings.Fields(words)
		rs = append(rs, refusal{name, fields[0], fields[1:], src, strings.TrimSpace(want)})
	}
	return rs
}

func TestRefusals(t *testing.T) {
	for _, r := range refusals(t) {
		t.Run(r.name, func(t *testing.T) {
			target := clang.Target{Arch: r.arch}
			if r.arch == "amd64" {
				target.Level = "v2"
			}
			obj := compile(t, r.src, target, r.flags...)
			_, _, err := Link(obj, r.arch, []Func{{Symbol: "k", GoName: "K"}})
			if err == nil {
				t.Fatalf("no error, want %s", r.want)
			}
			if err.Error() != r.want {
				t.Errorf("got  %s\nwant %s", err, r.want)
			}
		})
	}
}

// TestBadCalls is about arguments, not about objects.
func TestBadCalls(t *testing.T) {
	src := "void k(const void *p) { *(int *)p = 1; }"
	amd64 := compile(t, src, clang.Target{Arch: "amd64", Level: "v2"})
	one := []Func{{"k", "K"}}
	tests := []struct {
		name, arch string
		obj        []byte
		funcs      []Func
		want       string
	}{
		{"arch", "riscv64", amd64, one, `no assembly link for "riscv64", want amd64 or arm64; use -link dylib or -link go`},
		{"other machine", "arm64", amd64, one, "object of arm64: got an ELF file of type ET_REL, class ELFCLASS64, machine EM_X86_64; want a relocatable object for EM_AARCH64"},
		{"no object", "amd64", []byte("text"), one, "object of amd64: not an ELF object: EOF"},
		{"no function", "amd64", amd64, []Func{{"kk", "K"}}, "kernel K (C function kk): no function kk in the object (it has: k)"},
		{"bad name", "amd64", amd64, []Func{{"k", "func"}}, `"func" cannot be the name of a Go function`},
		{"same name", "amd64", amd64, []Func{{"k", "K"}, {"k", "K"}}, "two kernels are to be named K"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := Link(tt.obj, tt.arch, tt.funcs)
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}
