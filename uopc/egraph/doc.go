// Package egraph proves that two programs are equal, and looks for the cheapest one, by equality
// saturation: it applies declarative rules in every way at once, and forgets nothing.
//
// An e-graph holds classes of equal expressions. The rules are those of the rule language; of a
// rule with a right side in Go its laws take part. So this is a second opinion on the same rules,
// without their order of priority and without the engine that runs them:
//
//	s := egraph.New(file.Sets[0].Rules, egraph.Options{})
//	equal, why := s.Equal(before, after)     // is after provably before?
//	best, stats, err := s.Simplify(root)     // the cheapest form found
//
// It looks at scalar elementwise ops and constants. All else (PARAM, RANGE, LOAD and so on, and
// values with axes) is a leaf: equal to itself alone.
//
// # What is known of a class
//
// The analysis of a class holds facts that are true of every input:
//
//   - konst: the value is this constant;
//   - v: the machine value lies in v. All expressions of a class have one value, so each of them
//     may narrow v, and v is their intersection;
//   - u: there is some integer X in u with X = value modulo 2^w, w being the width of the dtype.
//     X is the value of one of the expressions in unbounded integers. Other expressions of the
//     class have other Xs, so two such spans must not be intersected: the narrower one is kept.
//     When u lies within the dtype, X is the value itself, and u narrows v instead.
//
// Facts are only ever derived from facts, so the order does not matter and cycles do no harm.
//
// # Why guards are sound
//
// A rule that was proved holds for every choice of an unbounded value X for each leaf of its
// pattern, as long as X = x modulo 2^w and the guard holds of these Xs. So a guard may be tested
// with any choice, if it is one choice for the whole guard. There are two: X = x, which is always
// allowed, lies in v and makes nowrap(x) true; or the X of which u tells. The second serves sums
// that wrap and come back. A span of a named inner node, as n in n@Add(x, y), is computed through
// the pattern from the spans of its leaves. It would be wrong to take what is known of its class:
// another expression there may not wrap, where x+y does, and the rule looks at x+y.
//
// On dtype index values are unbounded integers: v is all there is, and nowrap always holds. But
// the caller has promised only of his own program that its values fit 64 bits, and a rule may make
// a sum or product that does not. Modulo 2^64 it is right all the same; so such a node is kept,
// with a v beyond 64 bits, and no op that looks at more than the low bits is ever built on it.
//
// # Limits
//
// Saturation seldom ends by itself. A Budget of nodes and iterations stops it, at the same point
// in every run; the budget of time is a safety net, and a run that hits it may differ from the
// next. Nothing depends on ids of the caller's graph: the same program gives the same answer.
package egraph
