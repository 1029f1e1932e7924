// Command fade darkens a PNG image: fade IN OUT ALPHA, with alpha from 0 to 255. Its kernel divides
// by 255, which a rewrite rule of the example's own turns into shifts; see kernel/def.
package main

import (
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strconv"

	"github.com/uopc/uopc/examples/fade/kernel"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "fade:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("usage: fade IN.png OUT.png ALPHA")
	}
	alpha, err := strconv.ParseUint(args[2], 10, 8)
	if err != nil {
		return fmt.Errorf("alpha %q is not a number from 0 to 255", args[2])
	}
	img, err := read(args[0])
	if err != nil {
		return err
	}
	kernel.Fade(img.Pix, img.Pix, uint8(alpha)) // the pixels hold products with their own alpha: fading scales all four
	return write(args[1], img)
}

func read(name string) (*image.RGBA, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	img := image.NewRGBA(src.Bounds())
	draw.Draw(img, img.Bounds(), src, src.Bounds().Min, draw.Src)
	return img, nil
}

// write leaves no half-written image behind.
func write(name string, img image.Image) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".fade-*.png")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := png.Encode(f, img); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
