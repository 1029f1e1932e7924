package prove

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// ErrNoSolver tells that z3 is not installed.
var ErrNoSolver = errors.New("z3 is not on PATH: it proves the rules. Debian: apt-get install z3; macOS: brew install z3")

// Find gives the path of the solver.
func Find() (string, error) {
	p, err := exec.LookPath("z3")
	if err != nil {
		return "", ErrNoSolver
	}
	return p, nil
}

// answer is what the solver makes of a query.
type answer uint8

const (
	unknown answer = iota
	unsat
	sat
	never // the rule applies to nothing here
)

// solver is a running z3, started when it is first asked and again after it was killed.
type solver struct {
	path  string
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
}

const (
	endMark  = "@end"
	grace    = 3 * time.Second // past its own time limit
	memoryMB = 2500
)

func (s *solver) start() error {
	s.cmd = exec.Command(s.path, "-in", fmt.Sprintf("-memory:%d", memoryMB))
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("z3 does not start: %w", err)
	}
	s.in, s.lines = in, make(chan string, 64)
	go read(out, s.lines)
	return nil
}

func read(r io.Reader, lines chan<- string) {
	defer close(lines)
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 16<<20)
	for sc.Scan() {
		lines <- sc.Text()
	}
}

// stop ends the process.
func (s *solver) stop() {
	if s.cmd == nil {
		return
	}
	s.in.Close()
	s.cmd.Process.Kill()
	for range s.lines {
	}
	s.cmd.Wait()
	s.cmd = nil
}

// The arithmetic solvers of z3.
const (
	oldSolver = "(set-option :smt.arith.solver 2)\n"
	newSolver = "(set-option :smt.arith.solver 6)\n"
)

var errSlow = errors.New("the time is over")

// talk sends commands and gives the lines of the answer.
func (s *solver) talk(ctx context.Context, text string, limit time.Duration) ([]string, error) {
	if s.cmd == nil {
		if err := s.start(); err != nil {
			return nil, err
		}
	}
	lines, timer := s.lines, time.NewTimer(limit+grace)
	defer timer.Stop()
	in := s.in
	go io.WriteString(in, text+"\n(echo \""+endMark+"\")\n")
	var out []string
	for {
		select {
		case l, ok := <-lines:
			switch {
			case !ok:
				s.stop()
				return out, fmt.Errorf("z3 ended: %s", strings.Join(out, " "))
			case l == endMark:
				return out, nil
			}
			out = append(out, l)
		case <-timer.C:
			s.stop()
			return nil, errSlow
		case <-ctx.Done():
			s.stop()
			return nil, ctx.Err()
		}
	}
}

// ask checks a query and, when it has a model, reads the terms of it.
func (s *solver) ask(ctx context.Context, text string, limit time.Duration, terms []string) (answer, []string, error) {
	return s.askBy(ctx, text, "(check-sat)", limit, terms)
}

// askBy is ask with the command that checks.
func (s *solver) askBy(ctx context.Context, text, check string, limit time.Duration, terms []string) (answer, []string, error) {
	head := fmt.Sprintf("(reset)\n(set-option :timeout %d)\n", max(1, limit.Milliseconds()))
	if !strings.HasPrefix(text, oldSolver) {
		head += newSolver
	}
	out, err := s.talk(ctx, head+text+check, limit)
	switch {
	case errors.Is(err, errSlow), err != nil && strings.Contains(err.Error(), "out of memory"):
		return unknown, nil, nil
	case err != nil:
		return unknown, nil, err
	}
	for _, l := range out {
		if strings.HasPrefix(l, "(error") {
			if strings.Contains(l, "out of memory") || strings.Contains(l, "canceled") || strings.Contains(l, "timeout") {
				return unknown, nil, nil
			}
			return unknown, nil, fmt.Errorf("z3 does not take the obligation: %s", l)
		}
	}
	switch strings.Join(out, " ") {
	case "unsat":
		return unsat, nil, nil
	case "sat":
		vals, err := s.values(ctx, terms)
		return sat, vals, err
	}
	return unknown, nil, nil
}

// values reads terms of the model, each as its S-expression.
func (s *solver) values(ctx context.Context, terms []string) ([]string, error) {
	var vals []string
	for _, t := range terms {
		out, err := s.talk(ctx, "(get-value ("+t+"))", 5*time.Second)
		if err != nil {
			return nil, err
		}
		l := strings.Join(strings.Fields(strings.Join(out, " ")), " ")
		l = strings.TrimSuffix(strings.TrimPrefix(l, "(("+t+" "), "))")
		vals = append(vals, l)
	}
	return vals, nil
}
