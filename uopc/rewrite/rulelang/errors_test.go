package rulelang

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// badFiles have one mistake each, right behind the mark ‸; the message has the other text.
var badFiles = []struct{ text, msg string }{
	// the file
	{"‸\xff", "not UTF-8"},
	{"‸x*1 Mul[x, @one] ~> x", "starts with its name and a colon"},
	{"‸: Neg(x) ~> x", "needs a name"},
	{"\"a\" ‸Neg(x) => f()", "want a colon after the name"},
	{"‸\"a\\q\": Neg(x) => f()", "not a quoted text"},
	{"‸\"a: Neg(x) => f()", "never closed"},
	{"r: Neg(x) => f()\n‸r: Sin(x) => f()", `there is a rule "r" in line 1 already`},
	{"‸&& x > 1", "goes on from a rule, and there is none"},
	{"@package p\n\tyes", "goes on from a rule"},
	{"r: Neg‸(x => f()\n\tyes i32: Neg(x) -> x", "this ( is never closed"},
	{"r: Neg(x) => f‸(", "this ( is never closed"},
	{"r: Neg(x) => f()\n\tlaw smt ‸`(x)", "this ` is never closed"},
	{"r: Neg(‸$) => f()", "'$' has no meaning"},
	{"r: Neg(‸é) => f()", "'é' has no meaning"},
	{"r: Reduce{‸name=1}(x) => f()", "Reduce has no field name"},

	// directives
	{"‸@pakage p", "no directive @pakage (did you mean package?)"},
	{"‸@1", "no directive @1"},
	{"@package ‸7", "got 7, want a name"},
	{"@package p ‸q", "q is too much"},
	{"@package ‸func", "no name for a Go package"},
	{"@package p\n@‸package q", "given already: it is p"},
	{"@import ‸path", "want a path in quotes"},
	{"@import ‸\"a b\"", "no import path"},
	{"@import \"a\"\n@import ‸\"a\"", "imported twice"},
	{"@context ‸1+", "no Go type"},
	{"@context ‸f()", "no Go type"},
	{"‸@context", "want a Go type"},
	{"@context T\n‸@context T", "given already"},
	{"r: Neg(x) => f()\n‸@context T", "before the first rule"},
	{"@set ‸", "want a name"},
	{"for op in alu {\n‸@set a\n}", "cannot stand in a loop"},

	// loops
	{"‸for op in alu {\nr: op(x) => f()", "never closed: want a }"},
	{"r: Neg(x) => f()\n‸}", "closes nothing"},
	{"for ‸Op in alu {\n}", "want a name for the op"},
	{"for op in ‸unari {\n}", "no group unari (did you mean unary?)"},
	{"for op in ‸{\n}", "want a group"},
	{"for op in alu ‸x\n", "want {"},
	{"for op in [Add, ‸Mull] {\n}", "no op Mull (did you mean Mul?)"},
	{"for op in [Add, ‸add] {\n}", "no op add (did you mean Add?)"},
	{"for op in [Add, ‸Add] {\n}", "twice"},
	{"for op in [Add, ‸3] {\n}", "got 3, want an op"},
	{"for op in [Add ‸{\n}", "want ]"},
	{"for op in unary [Neg, ‸Add] {\n}", "not in the group"},
	{"for op in alu {\n‸for k in alu {\nr: k(x) => f()\n}", "cannot stand in a loop"},
	{"for op in alu {\n‸r: op(a, b, c, d) => f()\n}", "no op of the loop fits"},
	{"for op in compare {\n‸r: op(a, b):i32 => f()\n}", "no op of the loop fits"},
	{"for op in [Add, Neg] {\nr: ‸op(a, b) => f()\n}", "Neg takes 1 source, got 2"},
	{"for op in [Cmplt, Add] {\nr: ‸op(a, b):bool => f()\n}", "no dtype fits"},
	{"for op in [Add] {\nr: op(x, op‸) => f()\n}", "want the sources of op"},
	{"for op in [Add] {\nr: op(x, y) && ‸op > 1 => f()\n}", "op is the op of the loop"},
	{"for op in [Add] {\nr: op(x, @const(‸op)) => f()\n}", "take another name"},

	// patterns
	{"r: ‸Ad(x, y) => f()", "no op Ad (did you mean Add?)"},
	{"r: ‸Zzzzz(x, y) => f()", "there is no op Zzzzz"},
	{"r: Neg(‸add(x, y)) => f()", "no op add (did you mean Add?); an op has a capital"},
	{"r: ‸Add(x) => f()", "Add takes 2 sources, got 1"},
	{"r: Neg(‸Where(a, b, c, d, ...)) => f()", "Where takes 3 sources, got 4"},
	{"r: (‸Add | Neg)(x, y) => f()", "Neg takes 1 source, got 2"},
	{"r: (Add | ‸Add)(x, y) => f()", "twice"},
	{"r: (Add | ‸1)(x, y) => f()", "want an op"},
	{"r: (Add ‸Mul)(x, y) => f()", "want )"},
	{"r: Add ‸=> f()", "want the sources of Add"},
	{"r: Add‸(x, y => f()", "never closed"},
	{"r: Add[x, ‸...] => f()", "fixed number"},
	{"r: Stack[a, b, c, d, e‸] => f()", "takes 1 to 4 sources, got 5"},
	{"r: ‸Add(x, ) => f()", "takes 2 sources, got 1"},
	{"r: Add(...‸, x) => f()", "want ) after the sources"},
	{"r: Add(x, ‸true) => f()", "write @true"},
	{"r: Add(x, n@‸zero) => f()", "n@@zero"},
	{"r: Add(x, n@‸y) => f()", "one name"},
	{"r: Add(c, @const(‸c)) => f()", "both a node and the value"},
	{"r: Add(x, @const(‸1)) => f()", "want a name"},
	{"r: Add(x, @const(‸C)) => f()", "capital letter"},
	{"r: Add(x, @‸zeros) => f()", "no constant @zeros (did you mean zero?)"},
	{"r: Add(x, ‸99999999999999999999) => f()", "more than 64 bits"},
	{"r: Add(x, ‸1e999) => f()", "no number"},
	{"r: Add(x, ‸0x) => f()", "no number"},
	{"r: Add(x, ‸12ab) => f()", "no number"},
	{"r: Add(x, -‸y) => f()", "got y, want a pattern"},
	{"r: Add(x:‸i33, y) => f()", "no dtype i33 (did you mean i32?)"},
	{"r: Add(x:‸1, y) => f()", "want a dtype"},
	{"r: Add(x:‸A|int, y) => f()", "stands alone"},
	{"r: Add(x:int|‸A, y) => f()", "stands alone"},
	{"r: Reduce{‸pip=1}(x) => f()", "no field pip (did you mean pop?)"},
	{"r: Add{‸slot=1}(x, y) => f()", "Add has no field slot"},
	{"r: Reduce{pop ‸1}(x) => f()", "want ="},
	{"r: Reduce{pop=‸x}(x) => f()", "want a number"},
	{"r: Reduce{op=‸plus}(x) => f()", "want an op"},
	{"r: Param{name=‸x} => f()", "want a name in quotes"},
	{"r: " + strings.Repeat("Neg(", 101) + "x" + strings.Repeat(")", 101) + " => f()", "nested more than 100"},

	// dtypes
	{"r: Add(x:u8, ‸300) => f()", "the rule can never fire: this is u8, which has no value 300"},
	{"r: Add(x:uint, ‸-1) => f()", "which has no value -1"},
	{"r: Mul(x:f32, ‸0.1) => f()", "this is f32, which has no value 0.1: the nearest is 0.10000000149011612"},
	{"r: Add(x:int, ‸y:float) => f()", "no dtype fits: this must be float, and it must be int"},
	{"r: Add(x, ‸@true) => f()", "no dtype fits"},
	{"r: Sqrt(‸x:int) => f()", "no dtype fits"},
	{"r: Where(‸c:int, x, y) => f()", "no dtype fits"},
	{"r: ‸Cmplt(x, y):i8 => f()", "no dtype fits"},
	{"r: Max(@ones, ‸x:float) => f()", "no dtype fits"},
	{"r: Cast(x:int):A && is(A, float) && is(A, ‸int) => f()", "no dtype fits"},
	{"r: Cmplt(x, y) ~> ‸x", "the right side may be any, and the left side is bool"},
	{"r: Cmplt(x:int, y) ~> ‸x", "the right side may be int, and the left side is bool"},
	{"r: Where(c, x:int, y) ~> ‸Cmplt(x, y)", "the right side may be bool, and the left side is int"},
	{"r: Add(x, y) ~> Xor(‸x, y)", "needs this to be int"},
	{"r: Mul(x, y) ~> Add(‸x, y)", "needs this to be num, and the pattern lets it be any"},
	{"r: Where(c, x, Cast(y)) ~> Where(c, x, ‸y)", "two dtypes of the pattern to be one"},
	{"r: Where(c, x, Cast(@const(k))) ~> Where(c, x, {‸k})", "write cast(k)"},
	{"r: Add(x, y) ~> Add(x, ‸@negzero)", "needs this to be float"},
	{"r: Mul(x, @const(a)) ~> Mul(x, {a‸//a})", "needs this to be int"},
	{"r: Add(x, @const(a)) ~> Add(x, {‸0.5})", "needs this to be float"},
	{"r: Cmplt(x, y) ~> Cmplt(‸Cast(x), Cast(y))", "does not follow"},
	{"r: Cmplt(x, y) ~> Cmpne(‸{1}, {2})", "does not follow"},
	{"r: Cast(x):i32 ~> {cast(‸1)}", "does not follow"},
	{"r: Cast(x):i32 ~> Cast(‸Cast(x):D)", "does not follow"},

	// guards
	{"r: Add(x, y) && ‸z > 1 => f()", "z is not bound"},
	{"r: Add(x, @const(count)) && ‸cont > 1 => f()", "cont is not bound: no part of the pattern has this name (did you mean count?)"},
	{"r: Add(x:int, y) && ‸x > 1 => f()", "a node, not a number"},
	{"r: Add(x:int, y) && min(‸x, 1) > 1 => f()", "a node, not a number: write vmin(x)"},
	{"r: Add(x:int, @const(a)) && ‸a => f()", "must be a condition"},
	{"r: Add(x:int, @const(a)) && a‸+1 => f()", "must be a condition"},
	{"r: Add(x:int, @const(a)) && ‸a && a > 1 => f()", "takes conditions, and this is a number"},
	{"r: Add(x:int, @const(a)) && !‸a => f()", "takes conditions"},
	{"r: Add(x:int, @const(a)) && -(a ‸> 1) > 1 => f()", "takes numbers, and this is a condition"},
	{"r: Add(x:int, @const(a)) && a > 1 ‸> 0 => f()", "do not chain"},
	{"r: Add(x:int, @const(a)) && a ‸& 1 > 0 => f()", "no & in a guard"},
	{"r: Add(x:int, @const(a)) && a > ‸1.5 => f()", "exact integers"},
	{"r: Add(x:int, @const(a)) && a > ‸=> f()", "want a number, a name or a function"},
	{"r: Add(x, @const(a)) && ‸a > 1 => f()", "may be a float"},
	{"r: Add(x, y) && vmin(‸x) > 1 => f()", "may be a float"},
	{"r: Add(x, y) && nowrap(‸x) => f()", "may be a float"},
	{"r: Add(x:int, @const(a)) && vmin(‸a) > 1 => f()", "takes the name of a node"},
	{"r: Add(x:int, @const(a)) && vmin(‸1) > 1 => f()", "want the name of a node"},
	{"r: Add(x:int, y) && vmin(x, ‸y) > 1 => f()", "no more than in vmin(x)"},
	{"r: Add(x:int, @const(a)) && gcd(a‸) > 1 => f()", "write gcd(a, b)"},
	{"r: Add(x:int, @const(a)) && ‸cast(a) > 1 => f()", "no place in a guard"},
	{"r: Add(x:int, @const(a)) && ‸nowarp(x) => f()", "did you mean nowrap?"},
	{"r: Add(x:int, y) && nowrap(x‸//y) => f()", "+ - * of nodes"},
	{"r: Add(x:int, @const(a)) && nowrap(x‸//a) => f()", "+ - * of nodes"},
	{"r: Add(x:int, y) && nowrap(x + ‸vmin(y)) => f()", "+ - * of nodes"},
	{"r: Add(x:int, y) && nowrap(‸1) => f()", "needs a name"},
	{"r: Add(Cast(x:int):int, y) && nowrap(x + ‸y) => f()", "another dtype"},
	{"r: Add(x:int, y) && fits(vmin(x), ‸int) => f()", "must be one"},
	{"r: Add(x:int, y) && fits(vmin(x), ‸B) => f()", "no node of the pattern has the dtype B"},
	{"r: Add(x:int, y) && fits(vmin(x), ‸1) => f()", "want a type variable"},
	{"r: Cmplt(x:int, @const(a)) && ‸fits(a) => f()", "write fits(e, x)"},
	{"r: Cast(x:int):float && ‸fits(vmin(x)) => f()", "may be a float"},
	{"r: Cast(x:int):B && is(B, ‸int8) => f()", "no dtype int8 (did you mean"},
	{"r: Cast(x:int):B && ‸B > 1 => f()", "B is a dtype, not a value"},
	{"r: Add(x:int, y) && known(x, ‸1) => f()", "want a name that the pattern binds"},
	{"r: Add(x:int, y) && known(‸z) => f()", "z is not bound"},
	{"r: Add(x:int, y) && ‸func(x) => f()", "no name for a Go function"},
	{"r: Add(x:int, y) && ‸(vmin(x) > 1 => f()", "never closed"},
	{"r: Neg(x:int) && " + strings.Repeat("(", 101) + "1" + strings.Repeat(")", 101) + " > 0 => f()", "nested more than 100"},
	{"r: Neg(x:int) && vmin(x) > 0" + strings.Repeat("+1", 2001) + " => f()", "more than 2000 parts"},

	// right sides
	{"r: Add(x, y)‸", "want && and a condition"},
	{"r: Add(x, y) ~> x ‸y", "y is too much"},
	{"r: Add(x, y) ~> ‸z", "z is not bound"},
	{"r: Add(x, y) ~> ‸_", "has no name"},
	{"r: Add(x, y) ~> ‸true", "write @true"},
	{"r: Add(x, y) ~> Add(x, @‸const(c))", "@const binds"},
	{"r: Add(x, y) ~> ‸Addd(x, y)", "no op Addd (did you mean Add?)"},
	{"r: Add(x, y) ~> ‸neg(x)", "no op neg (did you mean Neg?)"},
	{"r: Add(x, y) ~> ‸Neg(x, y)", "Neg takes 1 source, got 2"},
	{"r: Add(x, y) ~> ‸Stack(x, y)", "elementwise ops only, not Stack"},
	{"r: Index(x, y) ~> ‸Neg(x)", "only a rule on an elementwise op"},
	{"r: Index(x:int) ~> ‸{0}", "only a rule on an elementwise op"},
	{"r: Index(x:int) ~> ‸@zero", "only a rule on an elementwise op"},
	{"r: Index(x:int, @const(c)) ~> ‸c", "only a rule on an elementwise op"},
	{"r: (Add | Stack)(x, y) ~> ‸Add(x, y)", "only a rule on an elementwise op"},
	{"r: Add(x, y) ~> Mul‸[x, y]", "in (...)"},
	{"r: Add(x, y) ~> Mul(x, ‸...)", "lists all sources"},
	{"r: Add(x, y) ~> x‸:int", "from the pattern"},
	{"r: Add(x, y) ~> ‸)", "want a template"},
	{"r: Add(x:int, @const(a)) ~> {‸x}", "in braces stand constants"},
	{"r: Add(x:int, @const(a)) ~> {a ‸< 1}", "no < in braces"},
	{"r: Add(x:int, @const(a)) ~> {‸gcd(a, a)}", "no place in braces"},
	{"r: Add(x:int, @const(a)) ~> {‸mix(a, a)}", "no function mix in braces (did you mean"},
	{"r: Add(x:int, @const(a)) ~> {‸!a}", "no ! in braces"},
	{"r: Add(x, y) ~> {vmin(‸x)}", "may be a float"},
	{"r: Add(x, y) => ‸1", "want the name of a Go function"},
	{"r: Add(x, y) => ‸func(x)", "want the name of a Go function"},
	{"r: Add(x, y) => f‸", "want ( after the Go function"},
	{"r: Add(x, y) => f(‸z)", "z is not bound"},
	{"r: Add(x, y) => f(x‸+1)", "want ) after the arguments"},

	// clauses
	{"r: Add(x, y) => f()\n\tlaw Add(x, y) ‸=> g()", "a law has ~>"},
	{"r: Neg(x) ~> x\n\t‸law Neg(x) ~> x", "a law says what"},
	{"r: Neg(x) => f()\n\tlaw Neg(x) ~> ‸y", "y is not bound"},
	{"r: Neg(x) => f()\n\tlaw smt ‸x", "in backticks"},
	{"r: Neg(x) => f()\n\tlaw smt `x` ‸y", "the law ended"},
	{"for op in unary {\nr: op(x) => f()\n\tlaw ‸op(x, y) ~> x\n}", "takes 1 source, got 2"},
	{"r: Neg(x) => f()\n\tyes i32: Neg(x)‸", "want ->"},
	{"r: Neg(x) => f()\n\tyes i32: Neg(‸u) -> x", "want an op, a number or a name"},
	{"r: Neg(x) => f()\n\tyes i32: Neg(x) -> ‸1.5", "not an integer"},
	{"r: Neg(x) => f()\n\tno i32: Neg(x) ‸-> x", "a no line has no result"},
	{"r: Neg(x) => f()\n\tno i32: Neg(x) ‸x", "the program ended"},
	{"r: Neg(x) => f()\n\tno bool: ‸Neg(x)", "NEG"},

	// rules against each other
	{"a: Add(x, y) ~> x\n‸b: Add(x, 0) ~> x", `never fires: "a" in line 1`},
	{"‸a: Max(x, y) ~> Max(y, x)", "undoes itself"},
	{"a: Neg(Mul(x, y)) ~> Mul(Neg(x), y)\n‸b: Mul(Neg(x), y) ~> Neg(Mul(x, y))", `undoes "a" in line 1`},
}

func TestErrors(t *testing.T) {
	for _, c := range badFiles {
		before, after, marked := strings.Cut(c.text, "‸")
		_, err := Parse("f.rules", []byte(before+after))
		var es Errors
		if !errors.As(err, &es) {
			t.Errorf("%q: no error", c.text)
			continue
		}
		if len(es) != 1 {
			t.Errorf("%q: %d errors:\n%v", c.text, len(es), err)
		}
		want := Pos{1 + strings.Count(before, "\n"), len(before) - strings.LastIndex(before, "\n")}
		if e := es[0]; marked && e.Pos != want || !strings.Contains(e.Msg, c.msg) {
			t.Errorf("%q, at %v with %q:\n%v", c.text, want, c.msg, err)
		}
	}
}

func TestErrorText(t *testing.T) {
	_, err := Parse("dir/f.rules", []byte("@set a\r\n\tr: Neg(é@Addd(x, y)) => f()\n"))
	if err == nil {
		t.Fatal("no error")
	}
	_, err = Parse("dir/f.rules", []byte("@set a\r\n\té: Neg(Addd(x, y)) => f()\r\n"))
	want := "dir/f.rules:2:10: there is no op Addd (did you mean Add?)\n" +
		"  \té: Neg(Addd(x, y)) => f()\n" +
		"  \t       ^"
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

// All errors of a file are found at once, in order, and the first 20 are printed.
func TestManyErrors(t *testing.T) {
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, "r%d: Add(x, y) => f(z)\n\tyes i32: Neg(q) -> x\n\tno i32: 1.5\n", i)
	}
	_, err := Parse("f.rules", []byte(b.String()))
	var es Errors
	if !errors.As(err, &es) || len(es) != 30 {
		t.Fatalf("%d errors", len(es))
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 61 || lines[60] != "and 10 more" || !strings.HasPrefix(lines[3], "f.rules:4:") {
		t.Errorf("%d lines:\n%v", len(lines), err)
	}
	_, err = Parse("f.rules", []byte("r: Add(x, y) => f(x)\n\tyes i32: Neg(q) -> x\n\tno i32: 1.5\n@foo\ns: Neg(1, 2) => f()\n"))
	if !errors.As(err, &es) || len(es) != 4 {
		t.Errorf("%d errors:\n%v", len(es), err)
	}
	// An open bracket takes its own rule only, when clauses show where it ends.
	_, err = Parse("f.rules", []byte("r: Neg(x => f()\n\tyes i32: Neg(x) -> x\ns: Neg(1, 2) => f()\n"))
	if !errors.As(err, &es) || len(es) != 2 || es[1].Pos != (Pos{3, 4}) {
		t.Errorf("%d errors:\n%v", len(es), err)
	}
}
