package rulelang

import "github.com/uopc/uopc/uopc/uop"

// Pos is a place in a file; lines and columns count from 1, columns in bytes.
type Pos struct{ Line, Col int }

// File is a rule file that was read and checked.
type File struct {
	Name    string   // as it was given, for messages
	Package string   // of @package; empty when there is none
	Imports []string // of @import
	Context string   // the Go type of @context; empty when there is none
	Sets    []*Set   // in order of first appearance
}

// Set is the rules of one @set, in order of priority. A for loop gives one Rule for each op.
type Set struct {
	Name  string
	Rules []*Rule
}

// Rule is one rewrite. Either Make is set, for ~>, or Call, for =>. A law is a Rule too.
type Rule struct {
	Pos
	Name  string
	Set   string
	Doc   []string // the comment above, without #
	OpVar string   // the variable of the for loop around it, and
	Op    uop.Op   // what it stands for here
	Find  *Node
	Guard *Expr // nil for none
	Make  *Node
	Call  *Call
	Laws  []*Rule
	SMT   []string // raw laws
	Yes   []Example
	No    []Example

	Vars  []*Var  // every name that Find binds, in order of appearance
	Types []*Type // every type variable left after unification, numbered in order
}

// Call is a right side in Go.
type Call struct {
	Pos
	Func string
	Args []CallArg
}

// CallArg is an argument of a Call or of a Go predicate: a bound name, or the op of the loop.
type CallArg struct {
	Pos
	Var *Var // nil for the op
	Op  uop.Op
}

// Example is a program and, on a yes line, what the simplifier makes of it.
type Example struct {
	Pos
	In, Want string // in the notation of ReadExample; Want is empty on a no line
}

// VarKind says what a name stands for.
type VarKind uint8

// The kinds of names.
const (
	NodeVar  VarKind = iota // a node
	ConstVar                // the value of a constant: @const(v)
)

// Var is a name that a pattern binds. All uses of one name share one Var.
type Var struct {
	Pos
	Name string
	Kind VarKind
	Type *Type
}

// Type is a type variable: the dtypes that some nodes of a rule may have, all the same one.
type Type struct {
	Num  int    // position in Rule.Types
	Name string // A ... Z where the rule names it
	Set  DTypes
}

// DTypes is a set of dtypes.
type DTypes uint32

// Has tells whether d is in the set.
func (s DTypes) Has(d uop.DType) bool { return s&(1<<d) != 0 }

// List gives the members in table order.
func (s DTypes) List() (out []uop.DType) {
	for _, d := range uop.ValueDTypes() {
		if s.Has(d) {
			out = append(out, d)
		}
	}
	return out
}

// NodeKind says what a Node of a pattern or template is.
type NodeKind uint8

// The kinds of nodes.
const (
	AnyNode   NodeKind = iota // _ or a name: any node (pattern), or the node so bound (template)
	OpNode                    // an op with sources
	ConstNode                 // a constant: any (pattern: @const, @const(v)), or the value of Lit or Expr
)

// Match says how a pattern takes sources.
type Match uint8

// The ways to match sources.
const (
	InOrder  Match = iota // (a, b)
	AtLeast               // (a, b, ...)
	AnyOrder              // [a, b]
)

// Node is a node of a pattern or of a template.
type Node struct {
	Pos
	Kind  NodeKind
	Var   *Var // the name of this node, or nil; in a template of kind AnyNode, what is used
	Ops   []uop.Op
	Loop  bool      // Ops is what the variable of the for loop stands for
	Args  []ArgTest // what is in braces
	Match Match
	Src   []*Node
	Lit   *Lit   // ConstNode: nil for any constant
	Val   *Var   // ConstNode in a pattern: v of @const(v)
	Expr  *Expr  // ConstNode in a template: {expr}
	Note  string // the dtypes as written behind the colon, such as int|bool or A; may be empty
	Type  *Type
}

// ArgTest is a test of one field of an op's arg: slot, axis, pop, lanes (Int), name (Text), op (Op).
type ArgTest struct {
	Pos
	Field string
	Int   int64
	Text  string
	Op    uop.Op
}

// LitKind says how a constant's bits follow from its dtype.
type LitKind uint8

// The kinds of constants.
const (
	LitZero    LitKind = iota // 0, +0.0, false
	LitOne                    // 1, 1.0, true
	LitOnes                   // all bits set; integers and bool
	LitNegZero                // -0.0; floats
	LitTrue                   // bool
	LitFalse                  // bool
	LitText                   // a number, converted to the dtype
)

// Lit is a constant of a pattern or template.
type Lit struct {
	Kind LitKind
	Text string // LitText
}

// ExprKind is the kind of an expression in a guard or in braces.
type ExprKind uint8

// The kinds of expressions.
const (
	ExprInt   ExprKind = iota // an integer literal: Int
	ExprNum                   // a float literal, in braces only: Text
	ExprVar                   // a bound name
	ExprOp                    // Text is the operator: + - * // % & | ^ << >> == != < <= > >= && || ! neg
	ExprFn                    // Text is the function: vmin vmax min max abs gcd pow2 fits safe nowrap exact is cast width
	ExprGo                    // Text is a Go predicate; GoArgs are its arguments
	ExprTypes                 // a type operand of is, exact, fits, width: Type, or Set; Text as written; Var if a name
)

// Expr is an expression.
type Expr struct {
	Pos
	Kind   ExprKind
	Int    uop.Wide
	Text   string
	Var    *Var
	Args   []*Expr
	GoArgs []CallArg
	Type   *Type  // ExprTypes; in braces: the dtype that the step is computed in
	Set    DTypes // ExprTypes of is: the dtypes asked for, when Type is nil
}
