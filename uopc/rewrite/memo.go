package rewrite

import "github.com/uopc/uopc/uopc/uop"

// ref is 1 + the id of a node, or one of the two below. What is held for each node is held as
// refs and not as pointers: half the room, and nothing for the garbage collector to look at.
type ref uint32

const (
	none ref = 0
	busy ref = 1<<32 - 1 // in a memo: the node is being rewritten now
)

func refOf(u *uop.UOp) ref { return ref(u.ID()) + 1 }

// memo has by id of a node its finished form.
type memo []ref

func (m memo) at(u *uop.UOp) ref {
	if i := u.ID(); i < len(m) {
		return m[i]
	}
	return none
}

func (m *memo) set(u *uop.UOp, v ref) {
	i := u.ID()
	if i >= len(*m) {
		m.grow(i + 1)
	}
	(*m)[i] = v
}

// grow makes room for n nodes at least.
func (m *memo) grow(n int) {
	n = max(n, len(*m)+len(*m)/2)
	if n > cap(*m) {
		next := make(memo, len(*m), n)
		copy(next, *m)
		*m = next
	}
	*m = (*m)[:n]
}

// idle ends the work on a node without a result.
func (m memo) idle(v ref) {
	if v != none && m[v-1] == busy {
		m[v-1] = none
	}
}

// forget drops all that has to do with nodes from id n on.
func (m *memo) forget(n int) {
	if n < len(*m) {
		clear((*m)[n:])
		*m = (*m)[:n]
	}
	for i, v := range *m {
		if int(v) > n {
			(*m)[i] = none
		}
	}
}

// chunk frames are allocated at a time. No frame ever moves, so a deep program costs no copying.
const chunk = 128

type stack struct {
	chunks []*[chunk]frame
	n      int
}

func (s *stack) at(i int) *frame { return &s.chunks[i/chunk][i%chunk] }

func (s *stack) push() *frame {
	if s.n == len(s.chunks)*chunk {
		s.chunks = append(s.chunks, new([chunk]frame))
	}
	s.n++
	return s.at(s.n - 1)
}
