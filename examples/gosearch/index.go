package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/uopc/uopc/examples/gosearch/kernel"
)

// dims is the length of a vector.
const dims = 1024

const (
	nameWeight = 2.0 // of a word of a name, against a word of the documentation
	pairWeight = 0.3 // of two words side by side, against one word
	leastDocs  = 2   // a term of fewer entries finds nothing and is left out
)

// index holds a vector for each entry, one after another.
type index struct {
	rows []float32
	n    int
	docs map[uint64]int // in how many entries a term occurs
}

func newIndex(entries []entry) *index {
	ix := &index{n: len(entries), rows: make([]float32, len(entries)*dims), docs: map[uint64]int{}}
	counts := make([]map[uint64]float64, len(entries))
	each(len(entries), func(i int) {
		counts[i] = map[uint64]float64{}
		terms(words(entries[i].text), 1, counts[i])
		terms(words(entries[i].name), nameWeight, counts[i])
	})
	for _, c := range counts {
		for t := range c {
			ix.docs[t]++
		}
	}
	each(len(entries), func(i int) { ix.embed(ix.row(i), counts[i]) })
	return ix
}

func (ix *index) row(i int) []float32 { return ix.rows[i*dims : (i+1)*dims] }

// query makes the vector of a query.
func (ix *index) query(text string) []float32 {
	v := make([]float32, dims)
	counts := map[uint64]float64{}
	terms(words(text), 1, counts)
	ix.embed(v, counts)
	return v
}

// embed adds each term to one element of v, with the sign that its hash says, so that terms which
// meet in one element cancel as often as they add up. A term weighs more the more often it occurs
// here, and the less often it occurs elsewhere.
func (ix *index) embed(v []float32, counts map[uint64]float64) {
	order := make([]uint64, 0, len(counts))
	for t := range counts {
		if ix.docs[t] >= leastDocs {
			order = append(order, t)
		}
	}
	slices.Sort(order) // sums of floats must not depend on the order of a map
	for _, t := range order {
		w := math.Log1p(counts[t]) * math.Log(float64(ix.n)/float64(ix.docs[t]))
		h := spread(t)
		if h>>63 == 1 {
			w = -w
		}
		v[h%dims] += float32(w)
	}
}

type hit struct {
	row   int
	score float32
}

// search gives the best rows, the best first; of equal scores the first row.
func (ix *index) search(v []float32, top int) []hit {
	scores := make([]float32, ix.n)
	kernel.CosineRows(scores, ix.rows, v)
	hits := make([]hit, ix.n)
	for i, s := range scores {
		hits[i] = hit{i, s}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.row, b.row))
	})
	return hits[:max(0, min(top, len(hits)))]
}
