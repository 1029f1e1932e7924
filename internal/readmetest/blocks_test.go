package readmetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// root is the repository.
const root = "../.."

// block is one fenced block.
type block struct {
	line int    // of the opening fence
	kind string // "new", "console" ...
	arg  string
	text string
}

var kinds = map[string]bool{"new": true, "generated": true, "output of": true, "console": true, "file": true, "make": true, "sample": true}

// blocks reads the fenced blocks of a file.
func blocks(t *testing.T, name string) []block {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	out, problems := parse(string(data))
	for _, p := range problems {
		t.Errorf("%s:%s", name, p)
	}
	if len(out) == 0 {
		t.Fatalf("%s has no fenced block", name)
	}
	return out
}

func parse(text string) (out []block, problems []string) {
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "```") {
			continue
		}
		b := block{line: i + 1}
		if i > 0 {
			b.kind, b.arg = marker(lines[i-1])
		}
		if !kinds[b.kind] {
			problems = append(problems, at(b, "the block has no comment above it that says how it is tested"))
		}
		for i++; i < len(lines) && lines[i] != "```"; i++ {
			b.text += lines[i] + "\n"
		}
		if i == len(lines) {
			problems = append(problems, at(b, "the block does not end"))
		}
		out = append(out, b)
	}
	return out, problems
}

// marker takes a comment apart: <!-- kind: arg -->, <!-- output of arg --> or <!-- kind -->.
func marker(line string) (kind, arg string) {
	line, ok := strings.CutPrefix(line, "<!-- ")
	if !ok {
		return "", ""
	}
	line = strings.TrimSuffix(line, " -->")
	if rest, ok := strings.CutPrefix(line, "output of "); ok {
		return "output of", rest
	}
	kind, arg, _ = strings.Cut(line, ": ")
	return kind, arg
}

func at(b block, msg string) string {
	return strings.Join([]string{itoa(b.line), msg}, ": ")
}
