package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestMain lets the test binary be the child that run starts.
func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		exit(child(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

const fixture = "testdata/goroot"

func fixtureDocs(t *testing.T) []entry {
	t.Helper()
	es, err := readDocs(fixture)
	if err != nil {
		t.Fatal(err)
	}
	return es
}

func TestReadDocs(t *testing.T) {
	var got []string
	for _, e := range fixtureDocs(t) {
		got = append(got, e.name+": "+e.first)
	}
	want := []string{
		"paint: Package paint mixes colours.",
		"paint.MaxColours: MaxColours is how many colours a mix may have.",
		"paint.ErrDry: ErrDry tells that the paint has dried up.",
		"paint.Colour: A Colour is red, green or blue.",
		"paint.Mix: Mix blends two colours into one.",
		"paint.Red: Red gives the colour of tomatoes.",
		"paint.Colour.Brighten: Brighten adds light to the colour.",
		"paint/brush: Package brush moves bristles over canvas.",
		"paint/brush.Stroke: Stroke draws one line on the canvas.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestReadDocsThroughLink(t *testing.T) {
	root := t.TempDir()
	src, err := filepath.Abs(filepath.Join(fixture, "src"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(src, filepath.Join(root, "src")); err != nil {
		t.Skip(err)
	}
	es, err := readDocs(root)
	if err != nil || len(es) != len(fixtureDocs(t)) {
		t.Errorf("got %d entries and error %v, want %d entries", len(es), err, len(fixtureDocs(t)))
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"ReadFile reads.", "read file reads"},
		{"net/http.Client.Do", "net http client do"},
		{"an HTTPServer, ünïcode 1h30m", "an httpserver ünïcode 1h30m"},
		{" \t", ""},
	} {
		if got := strings.Join(words(c.text), " "); got != c.want {
			t.Errorf("words(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestTermsCountWordsAndPairs(t *testing.T) {
	got := map[uint64]float64{}
	terms([]string{"a", "b", "a"}, 2, got)
	want := map[uint64]float64{fnv("a"): 4, fnv("b"): 2, fnv("a b"): 2 * pairWeight, fnv("b a"): 2 * pairWeight}
	if len(got) != len(want) {
		t.Errorf("got %d terms, want %d", len(got), len(want))
	}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("got %v for %#x, want %v", got[k], k, v)
		}
	}
	if h := fnv("a"); h != 0xaf63dc4c8601ec8c {
		t.Errorf("fnv(a) = %#x, want FNV-1a's published value", h)
	}
}

func TestIndexIsReproducible(t *testing.T) {
	es := fixtureDocs(t)
	a, b := newIndex(es), newIndex(es)
	if err := same("first", a.rows, "second", b.rows); err != nil {
		t.Error(err)
	}
}

func TestSearch(t *testing.T) {
	es := fixtureDocs(t)
	ix := newIndex(es)
	hits := ix.search(ix.query("blends the colours"), 2)
	if len(hits) != 2 || !strings.HasPrefix(es[hits[0].row].name, "paint") || hits[0].score < hits[1].score {
		t.Errorf("got %v", hits)
	}
	// Nothing in common with any entry: all scores are 0, and the first rows win.
	for i, h := range ix.search(ix.query("zebra"), 3) {
		if h.row != i || h.score != 0 {
			t.Errorf("hit %d is row %d with score %v, want row %d with score 0", i, h.row, h.score, i)
		}
	}
	if got := len(ix.search(ix.query("canvas"), 1000)); got != len(es) {
		t.Errorf("got %d hits, want all %d", got, len(es))
	}
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out, []string{"-goroot", fixture, "-top", "1", "-rounds", "1", "colour", "canvas of bristles"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`(?m)^9 entries of the standard library in testdata/goroot, \d+ dimensions each`,
		`(?m)^colour\n  0\.\d{3}  paint`,
		`(?m)^canvas of bristles\n  0\.\d{3}  paint/brush`,
		`(?m)^queries: 2, vectors: 9, best of 1 rounds:`,
		`(?m)^  plain Go loop .* 1\.0 times the plain loop$`,
		`(?m)^identical to the last bit: 18 scores each by [24] ways$`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("no match for %s in\n%s", want, out.String())
		}
	}
}

func TestRunFailsWhenBitsDiffer(t *testing.T) {
	old := scans[1].run
	defer func() { scans[1].run = old }()
	scans[1].run = func(dst, rows, query []float32) {
		old(dst, rows, query)
		dst[3] = math.Float32frombits(math.Float32bits(dst[3]) ^ 1)
	}
	var out bytes.Buffer
	err := run(&out, []string{"-goroot", fixture, "-rounds", "1", "red colour"})
	if err == nil || !strings.Contains(err.Error(), "score 3 differs") {
		t.Errorf("got error %v, want one that names score 3", err)
	}
}

func TestSame(t *testing.T) {
	nan := math.Float32frombits(0x7fc00001)
	a := []float32{1, float32(math.NaN()), 0}
	if err := same("a", a, "b", []float32{1, nan, 0}); err != nil {
		t.Errorf("NaNs of different bits: %v", err)
	}
	negZero := float32(math.Copysign(0, -1))
	for _, b := range [][]float32{{1, nan, negZero}, {1, 2, 0}, {1}} {
		if same("a", a, "b", b) == nil {
			t.Errorf("%v counts as the same as %v", b, a)
		}
	}
}

func TestErrors(t *testing.T) {
	empty := t.TempDir()
	broken := t.TempDir()
	if err := os.MkdirAll(filepath.Join(broken, "src", "p"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(broken, "src", "p", "p.go"), []byte("package p\nfunc {"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ root, want string }{
		{empty, empty + " (from -goroot) has no folder src, so there is no documentation to read; install Go's sources or name a full Go tree with -goroot"},
		{broken, "p.go:2:6: expected 'IDENT', found '{'"},
	} {
		err := run(&bytes.Buffer{}, []string{"-goroot", c.root})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %s", c.root, err, c.want)
		}
	}
	if err := os.Remove(filepath.Join(broken, "src", "p", "p.go")); err != nil {
		t.Fatal(err)
	}
	if err := run(&bytes.Buffer{}, []string{"-goroot", broken}); err == nil || !strings.HasPrefix(err.Error(), "no documented Go package below") {
		t.Errorf("got error %v for a tree without packages", err)
	}
}

func TestChildRefusesOtherInput(t *testing.T) {
	for _, in := range []string{"", "hello", strings.Repeat("x", 100)} {
		if err := child(strings.NewReader(in), &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), childEnv) {
			t.Errorf("input %q: got error %v, want one that names $%s", in, err, childEnv)
		}
	}
}

func TestRealTree(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the whole standard library")
	}
	root, err := goRoot("")
	if err != nil {
		t.Skip(err)
	}
	es, err := readDocs(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(es) < 4000 {
		t.Errorf("got %d entries, want some thousands", len(es))
	}
	ix := newIndex(es)
	for query, want := range map[string]string{
		"parse a duration string":                  "time.ParseDuration",
		"compare two byte slices in constant time": "crypto/subtle.ConstantTimeCompare",
		"escape special characters in HTML":        "html.EscapeString",
	} {
		if got := es[ix.search(ix.query(query), 1)[0].row].name; got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}
