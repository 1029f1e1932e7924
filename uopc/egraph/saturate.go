package egraph

import (
	"time"

	"github.com/uopc/uopc/uopc/uop"
)

// Budget bounds a saturation. Nodes and Iterations stop it at the same point in every run. Time
// is a safety net for the caller's patience: a run that it stops may differ from the next one.
// A zero field stands for the default.
type Budget struct {
	Nodes      int           // e-nodes
	Iterations int           // rounds of matching all rules
	Time       time.Duration // negative for none
}

// The defaults of Budget.
const (
	DefaultNodes      = 4000
	DefaultIterations = 12
	DefaultTime       = 10 * time.Second
)

func (b Budget) filled() Budget {
	if b.Nodes <= 0 {
		b.Nodes = DefaultNodes
	}
	if b.Iterations <= 0 {
		b.Iterations = DefaultIterations
	}
	if b.Time == 0 {
		b.Time = DefaultTime
	}
	return b
}

// Stop says what ended a saturation.
type Stop string

// The ends.
const (
	Saturated      Stop = "saturated" // no rule gives anything new: what is not equal now is not provable
	StopNodes      Stop = "nodes"
	StopIterations Stop = "iterations"
	StopTime       Stop = "time"
	StopGoal       Stop = "goal" // Equal found its answer
	StopConflict   Stop = "conflict"
)

// Stats tells what a run did.
type Stats struct {
	Before, After int // cost
	Nodes         int // e-nodes that were made
	Classes       int // classes at the end
	Iterations    int
	Merges        int
	Stop          Stop
	Time          time.Duration
}

// A rule that matches more often than its limit is not applied, rests for some rounds, and comes
// back with twice the limit: so that rules that reorder sums do not drown the others.
const (
	firstLimit = 400
	firstRest  = 2
)

// turn is the state of one rule in a run.
type turn struct {
	limit, rest, until int
}

// saturate applies rules until goal holds, nothing is left to do, or the budget is spent.
func (s *Saturator) saturate(g *graph, goal func() bool) (stop Stop, rounds int) {
	b := s.o.Budget.filled()
	turns := make([]turn, len(s.rules))
	for i := range turns {
		turns[i] = turn{limit: firstLimit, rest: firstRest}
	}
	end := time.Now().Add(b.Time)
	late := func() bool { return b.Time > 0 && time.Now().After(end) }
	g.rebuild()
	for ; ; rounds++ {
		switch {
		case g.conflict != nil:
			return StopConflict, rounds
		case goal != nil && goal():
			return StopGoal, rounds
		case rounds == b.Iterations:
			return StopIterations, rounds
		}
		found, rested := s.matches(g, turns, rounds, late)
		nodes, merges := len(g.nodes), g.merges
		for i := range found {
			if len(g.nodes) >= b.Nodes {
				g.rebuild()
				return g.end(StopNodes), rounds + 1
			}
			g.apply(s.rules[found[i].rule], &found[i])
		}
		g.rebuild()
		switch {
		case late():
			return g.end(StopTime), rounds + 1
		case nodes == len(g.nodes) && merges == g.merges && !rested:
			return g.end(Saturated), rounds + 1
		}
	}
}

func (g *graph) end(stop Stop) Stop {
	if g.conflict != nil {
		return StopConflict
	}
	return stop
}

// matches searches with every rule that is not at rest. rested tells that some are.
func (s *Saturator) matches(g *graph, turns []turn, round int, late func() bool) (found []match, rested bool) {
	for op := range g.byOp {
		g.byOp[op] = g.live(g.byOp[op])
	}
	for i, r := range s.rules {
		t := &turns[i]
		if round < t.until {
			rested = true
			continue
		}
		if late() {
			return found, true
		}
		ms, ok := g.search(r, int32(i), t.limit)
		if !ok {
			t.until, t.limit, t.rest = round+1+t.rest, 2*t.limit, 2*t.rest
			rested = true
			continue
		}
		found = append(found, ms...)
	}
	return found, rested
}

// live drops the nodes that are dead, or whose value is known.
func (g *graph) live(ids []nodeID) []nodeID {
	out := ids[:0]
	for _, id := range ids {
		if n := &g.nodes[id]; !n.dead && (n.key.op == uop.OpConst || !g.at(g.find(n.class)).known) {
			out = append(out, id)
		}
	}
	return out
}
