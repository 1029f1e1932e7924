package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// A worker is a running checker of one function.
type worker struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func (c *checker) start(ctx context.Context, name string) (*worker, error) {
	cmd := exec.CommandContext(ctx, c.path, name)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &worker{cmd, in, bufio.NewScanner(out)}, cmd.Start()
}

func (w *worker) stop() error {
	w.in.Close()
	return w.cmd.Wait()
}

// A tally is what commands found.
type tally struct {
	Tried, Wrong, Differ, Asked uint64
	Worst                       float64   // error in units of the last place, of the wrong results of f32, of all of f64
	At                          [2]uint64 // its input
	Drift                       float64   // the largest relative error seen of the double reference
	Lines                       []string  // the first wrong results, and the first that differ between levels
	Hard                        []hard
}

// shown is how many lines a tally keeps.
const shown = 20

func (t *tally) add(u tally) {
	t.Tried += u.Tried
	t.Wrong += u.Wrong
	t.Differ += u.Differ
	t.Asked += u.Asked
	if u.Worst > t.Worst {
		t.Worst, t.At = u.Worst, u.At
	}
	t.Drift = max(t.Drift, u.Drift)
	t.Lines = append(t.Lines, u.Lines...)
	t.Lines = t.Lines[:min(len(t.Lines), shown)]
	t.Hard = append(t.Hard, u.Hard...)
}

// do gives a command to the worker, with data after it if there is any, and reads the answer.
func (w *worker) do(data io.Reader, format string, args ...any) (tally, error) {
	var t tally
	if _, err := fmt.Fprintf(w.in, format+"\n", args...); err != nil {
		return t, err
	}
	if data != nil {
		if _, err := io.Copy(w.in, data); err != nil {
			return t, err
		}
	}
	for w.out.Scan() {
		words := strings.Fields(w.out.Text())
		switch words[0] {
		case "done":
			return t, t.done(words[1:])
		case "hard":
			h, err := parseHard(words[1:])
			if err != nil {
				return t, err
			}
			t.Hard = append(t.Hard, h)
		default:
			t.Lines = append(t.Lines, w.out.Text())
		}
	}
	return t, fmt.Errorf("the checker ended without an answer: %v", w.out.Err())
}

func (t *tally) done(words []string) error {
	if len(words) != 8 {
		return fmt.Errorf("the checker says %v", words)
	}
	var err error
	number := func(s string, base int) uint64 {
		v, e := strconv.ParseUint(s, base, 64)
		if e != nil {
			err = e
		}
		return v
	}
	float := func(s string) float64 {
		v, e := strconv.ParseFloat(s, 64)
		if e != nil {
			err = e
		}
		return v
	}
	t.Tried, t.Wrong, t.Differ, t.Asked = number(words[0], 10), number(words[1], 10), number(words[2], 10), number(words[3], 10)
	t.Worst, t.At = float(words[4]), [2]uint64{number(words[5], 16), number(words[6], 16)}
	t.Drift = float(words[7])
	return err
}

// ulps prints the largest error of f32 results: a right one is at most half a unit off.
func (t *tally) ulps() string {
	if t.Wrong == 0 {
		return "0.5"
	}
	return formatULP(t.Worst)
}

func formatULP(v float64) string {
	if math.IsInf(v, 0) {
		return "inf"
	}
	s := strconv.FormatFloat(v, 'f', 4, 64)
	if v > 0.5 && s == "0.5000" {
		return ">0.5" // a tie to which a little was added
	}
	return s
}
