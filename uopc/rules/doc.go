// Package rules holds the rewrite rules that simplify a program, and runs programs by them.
//
// The strict rules never change a bit, for any input of any dtype they apply to. The fast-math
// rules do, live apart, and are used on request only. They leave elementary functions alone, as
// long as those are CALLs.
//
//	i := g.Make(uop.OpParam, uop.BoundedArg(uop.I32, 0, "i", 0, 15))
//	j := g.Make(uop.OpParam, uop.BoundedArg(uop.I32, 1, "j", 0, 3))
//	d := g.Bin(uop.OpFloordiv, g.Add(g.Mul(i, g.Int(uop.I32, 4)), j), g.Int(uop.I32, 4))
//	s, err := rules.Simplify(d) // i
//
// Run evaluates a kernel on given arguments by rewriting alone: its ops become constants, one
// rule at a time. It is slow, and a witness of what programs mean that shares no code with the
// interpreter.
//
// The package knows the graph and the contract. It must not know the interpreter, the text form,
// or any back end.
package rules
