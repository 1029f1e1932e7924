// Package rulegen compiles rule files to Go. Each set of a file becomes one rewrite.Compiled: a
// switch on the op of the node, then on its sources, and at each leaf the rules that may still
// fit, in order of priority, with the tests that are left. Nothing is built before a rule fits.
//
//	f, err := rulelang.Parse("strict.rules", text)
//	...
//	code, err := rulegen.Generate(f, "rules") // var StrictRules = rewrite.Compiled[rewrite.None]{...}
//
// The package writes Go source only. It must not know any rule, and nothing it generates may
// decide by the identity or the age of a node.
package rulegen
