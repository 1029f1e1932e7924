// Package prove turns the rules of a rule file into SMT-LIB obligations and asks the solver z3
// whether they hold for every input.
//
// A rule claims: where its pattern fits and its guard holds, the template has the value of the
// pattern. Its obligation is the opposite, guard and left != right, which must have no model. A
// model that the solver finds is a counterexample, which is computed again by package contract
// before it is shown.
//
// Integers have three models. As bit vectors they mean what the contract says at one width. As
// mathematical integers between two symbolic ends, with every wrap spelled out, one proof serves
// every width at once. Index values are mathematical integers without ends. Floats are IEEE
// floats, all NaNs being one.
//
// The guard nowrap(E) speaks of unbounded integers: a leaf x of the pattern may be a sum that
// wrapped, so it stands for an unknown X that is x modulo 2^w. A fact that the compiler may or may
// not know, such as nowrap or a predicate in Go, is a free bool that implies what it says, so that
// it assumes no more than the compiler checks, negated or not.
package prove
