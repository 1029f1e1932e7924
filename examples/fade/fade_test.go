package main

import (
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uopc/uopc/examples/fade/kernel"
)

// plain is what a kernel of two lines of Go would be.
func plain(dst, src []uint8, alpha uint8) {
	for i, s := range src {
		dst[i] = uint8((uint16(s)*uint16(alpha) + 127) / 255)
	}
}

// TestEveryPixel compares with plain Go on all values of both operands.
func TestEveryPixel(t *testing.T) {
	src := make([]uint8, 256)
	for i := range src {
		src[i] = uint8(i)
	}
	got, want := make([]uint8, 256), make([]uint8, 256)
	for alpha := range 256 {
		kernel.Fade(got, src, uint8(alpha))
		plain(want, src, uint8(alpha))
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("alpha %d, pixel %d: %d, want %d", alpha, i, got[i], want[i])
			}
		}
	}
}

// TestRuleIsUsed: the artifact has the rule's shifts and no division.
func TestRuleIsUsed(t *testing.T) {
	text, err := os.ReadFile("kernel/uir/Fade.uir")
	if err != nil {
		t.Fatal(err)
	}
	if s := string(text); strings.Contains(s, "floordiv") || !strings.Contains(s, "shr") {
		t.Error(s)
	}
}

// TestImage fades an image that comes with Go.
func TestImage(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	in := filepath.Join(strings.TrimSpace(string(root)), "src/image/testdata/video-001.png")
	t.Chdir(t.TempDir())
	if err := run([]string{in, "out.png", "128"}); err != nil {
		t.Fatal(err)
	}
	before, err := read(in)
	if err != nil {
		t.Fatal(err)
	}
	after, err := read("out.png")
	if err != nil {
		t.Fatal(err)
	}
	if d := 1000 * sum(after) / sum(before); d < 490 || d > 510 || after.Bounds() != before.Bounds() {
		t.Errorf("half of %d is %d", sum(before), sum(after))
	}
	if err := run([]string{in, "out.png", "256"}); err == nil {
		t.Error("alpha 256 was taken")
	}
}

func sum(m *image.RGBA) (s int) {
	for _, p := range m.Pix {
		s += int(p)
	}
	return s
}

func benchmark(b *testing.B, fade func(dst, src []uint8, alpha uint8)) {
	src, dst := make([]uint8, 1<<16), make([]uint8, 1<<16)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		fade(dst, src, 77)
	}
}

func BenchmarkFade(b *testing.B) {
	b.Run("kernel", func(b *testing.B) { benchmark(b, kernel.Fade) })
	b.Run("plain", func(b *testing.B) { benchmark(b, plain) })
}
