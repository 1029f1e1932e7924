package clang

import (
	"os"
	"strings"
	"testing"
)

// TestSettle compares with testdata/settle.txt: sections "-- name --", with the
// function's body, a line "==>", and what it becomes ("same": no change).
func TestSettle(t *testing.T) {
	data, err := os.ReadFile("testdata/settle.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split("\n"+string(data), "\n-- ")[1:] {
		name, body, _ := strings.Cut(part, " --\n")
		in, want, _ := strings.Cut(body, "==>\n")
		if strings.TrimSpace(want) == "same" {
			want = in
		}
		t.Run(name, func(t *testing.T) {
			got := Settle("f:\n.cfi_startproc\n" + in + ".cfi_endproc\n")
			got = strings.TrimPrefix(got, "f:\n.cfi_startproc\n")
			got = strings.TrimSuffix(got, ".cfi_endproc\n")
			if plain(got) != plain(want) {
				t.Errorf("got\n%s\nwant\n%s", plain(got), plain(want))
			}
		})
	}
}

// plain makes white space the same everywhere.
func plain(text string) string {
	var lines []string
	for _, l := range strings.Split(text, "\n") {
		if f := strings.Fields(l); len(f) > 0 {
			lines = append(lines, strings.Join(f, " "))
		}
	}
	return strings.Join(lines, "\n")
}

// TestSettleTwice changes nothing more.
func TestSettleTwice(t *testing.T) {
	data, err := os.ReadFile("testdata/settle.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split("\n"+string(data), "\n-- ")[1:] {
		name, body, _ := strings.Cut(part, " --\n")
		in, _, _ := strings.Cut(body, "==>\n")
		once := Settle("f:\n.cfi_startproc\n" + in + ".cfi_endproc\n")
		if twice := Settle(once); twice != once {
			t.Errorf("%s: the second time gave\n%s", name, twice)
		}
	}
}
