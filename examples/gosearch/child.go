package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// childEnv tells a process that it is the child: it reads vectors from its input, scans them in all
// ways, and writes scores and times to its output.
const childEnv = "GOSEARCH_CHILD"

// task is what the child reads, before the rows and the queries.
type task struct{ Rows, Queries, Rounds int64 }

// askChild has the Go form of the kernels do the same work: the choice between the forms is made
// when a process starts.
func askChild(rows, queries []float32, rounds int) ([]measured, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var in bytes.Buffer
	t := task{int64(len(rows)), int64(len(queries)), int64(rounds)}
	for _, v := range []any{t, rows, queries} {
		if err := binary.Write(&in, binary.LittleEndian, v); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childEnv+"=1", "UOPC_ISA=go")
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	r := bytes.NewReader(out)
	ms := make([]measured, len(scans))
	for i := range ms {
		ms[i].scores = make([]float32, len(rows)/dims*(len(queries)/dims))
		var ns int64
		for _, v := range []any{&ns, ms[i].scores} {
			if err := binary.Read(r, binary.LittleEndian, v); err != nil {
				return nil, err
			}
		}
		ms[i].best = time.Duration(ns)
	}
	return ms, nil
}

// child is the other end of askChild.
func child(in io.Reader, out io.Writer) error {
	var t task
	if err := binary.Read(in, binary.LittleEndian, &t); err != nil {
		return fmt.Errorf("$%s is set, but the input is not what gosearch sends to its child: %w", childEnv, err)
	}
	if bad := func(n int64) bool { return n < 0 || n > 1<<32 || n%dims != 0 }; bad(t.Rows) || bad(t.Queries) {
		return fmt.Errorf("$%s is set, but the input is not what gosearch sends to its child", childEnv)
	}
	rows, queries := make([]float32, t.Rows), make([]float32, t.Queries)
	for _, v := range []any{rows, queries} {
		if err := binary.Read(in, binary.LittleEndian, v); err != nil {
			return err
		}
	}
	for _, s := range scans {
		m := measure(s, rows, queries, int(t.Rounds))
		for _, v := range []any{int64(m.best), m.scores} {
			if err := binary.Write(out, binary.LittleEndian, v); err != nil {
				return err
			}
		}
	}
	return nil
}
