// Package rulelang reads rule files: rewrites as data, from which come a matcher in Go, a proof
// obligation and tests. It checks names, dtypes, shadowing and loops before anything is made.
//
//	f, err := rulelang.Parse("strict.rules", text)
//	...
//	for _, r := range f.Sets[0].Rules {
//		fmt.Println(r) // (x+c1)+c2: Add(Add(x:int, @const(a)), @const(b)) ~> Add(x, {a+b})
//	}
//
// Every node and name of a rule has a Type, found by unification: the dtypes that it may have. An
// error is an Errors, which has the place and the cure of each mistake. ReadExample makes the
// programs of yes and no lines.
//
// The package must not know any rule, nor what is made of one: it does not match, prove or
// rewrite.
package rulelang
