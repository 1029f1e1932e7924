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

// memo has by id of a node its finished form. It knows which entries it has, so that the next
// program, be it a small one, can use it without a walk over all of it.
type memo struct {
	refs []ref
	used []uint32 // the ids of entries that are or were not none
}

func (m *memo) at(u *uop.UOp) ref {
	if i := u.ID(); i < len(m.refs) {
		return m.refs[i]
	}
	return none
}

func (m *memo) set(u *uop.UOp, v ref) {
	i := u.ID()
	if i >= len(m.refs) {
		m.grow(i + 1)
	}
	if m.refs[i] == none {
		m.used = append(m.used, uint32(i))
	}
	m.refs[i] = v
}

// grow makes room for n nodes at least.
func (m *memo) grow(n int) {
	n = max(n, len(m.refs)+len(m.refs)/2)
	if n > cap(m.refs) {
		next := make([]ref, len(m.refs), n)
		copy(next, m.refs)
		m.refs = next
	}
	m.refs = m.refs[:n]
}

// idle ends the work on a node without a result.
func (m *memo) idle(v ref) {
	if v != none && m.refs[v-1] == busy {
		m.refs[v-1] = none
	}
}

// forget drops all that has to do with nodes from id n on.
func (m *memo) forget(n int) {
	left := m.used[:0]
	for _, i := range m.used {
		if int(i) >= n || int(m.refs[i]) > n {
			m.refs[i] = none
		}
		if m.refs[i] != none {
			left = append(left, i)
		}
	}
	m.used = left
}

// keepRoom is the number of nodes that a memo keeps room for from one program to the next.
const keepRoom = 1 << 20

// clear drops everything.
func (m *memo) clear() {
	if len(m.refs) > keepRoom {
		*m = memo{}
		return
	}
	for _, i := range m.used {
		m.refs[i] = none
	}
	m.used = m.used[:0]
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
