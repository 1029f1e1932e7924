package uop

import "fmt"

// Op is the kind of a node.
type Op uint8

// The ops. Each has one row in the table below, which gives its law.
const (
	OpInvalid Op = iota

	// leaves
	OpConst
	OpParam
	OpBuffer
	OpAlloc
	OpRange

	// unary
	OpNeg
	OpRecip
	OpSqrt
	OpExp2
	OpLog2
	OpSin
	OpTrunc
	OpCast
	OpBitcast

	// binary
	OpAdd
	OpMul
	OpFdiv
	OpMax
	OpCmplt
	OpCmpne
	OpFloordiv
	OpFloormod
	OpAnd
	OpOr
	OpXor
	OpShl
	OpShr

	// ternary
	OpWhere
	OpFma

	// movement
	OpReshape
	OpExpand
	OpPermute
	OpShrink
	OpPad
	OpFlip

	OpReduce

	// structure
	OpStack
	OpIndex
	OpCall
	OpEnd
	OpLoad
	OpStore
	OpAfter
	OpSink

	NumOps
)

// Class groups ops by the typing rule that applies to them.
type Class uint8

// The classes.
const (
	ClassLeaf Class = iota
	ClassALU        // elementwise: every source is a value, all of one shape
	ClassMove       // changes the shape of one value
	ClassReduce
	ClassStructure
)

// kinds is a set of Kinds.
type kinds uint8

func setOf(ks ...Kind) kinds {
	var s kinds
	for _, k := range ks {
		s |= 1 << k
	}
	return s
}

func (s kinds) has(k Kind) bool { return s&(1<<k) != 0 }

var (
	anyKind = setOf(KindBool, KindInt, KindUint, KindFloat, KindIndex)
	numbers = setOf(KindInt, KindUint, KindFloat, KindIndex)
	ints    = setOf(KindInt, KindUint, KindIndex)
	bitty   = setOf(KindBool, KindInt, KindUint, KindIndex)
	floats  = setOf(KindFloat)
)

// result says how an ALU op's dtype follows from its sources.
type result uint8

const (
	same   result = iota // that of the sources, which are all of one dtype
	toBool               // bool; the sources are of one dtype
	toArg                // the dtype in the arg
	choice               // WHERE: that of the two branches
)

// opInfo is one row of the op table.
type opInfo struct {
	name  string
	class Class
	arity int // number of sources; -1 when it varies
	in    kinds
	out   result
	comm  bool    // op(a, b) == op(b, a), but for MAX of floats
	ext   extKind // the fields of Ext that the op has
}

// The op table. The law beside each op holds for every input; package contract says it in Go.
var ops = [NumOps]opInfo{
	OpInvalid: {name: "invalid"},

	OpConst:  {name: "const", class: ClassLeaf},                            // the value in the arg
	OpParam:  {name: "param", class: ClassLeaf, arity: -1, ext: extPlace},  // argument number slot of the enclosing CALL
	OpBuffer: {name: "buffer", class: ClassLeaf, arity: -1, ext: extPlace}, // memory that exists before and after the call
	OpAlloc:  {name: "alloc", class: ClassLeaf, ext: extPlace},             // scratch memory of one call, not yet written
	OpRange:  {name: "range", class: ClassLeaf, arity: 1, ext: extAxis},    // a loop counter: 0, 1 ... size-1, closed by END

	OpNeg:     {name: "neg", class: ClassALU, arity: 1, in: numbers},                 // -x, wrapping; flips a float's sign bit
	OpRecip:   {name: "recip", class: ClassALU, arity: 1, in: floats},                // 1/x, correctly rounded
	OpSqrt:    {name: "sqrt", class: ClassALU, arity: 1, in: floats},                 // correctly rounded
	OpExp2:    {name: "exp2", class: ClassALU, arity: 1, in: floats},                 // 2^x; f32 correctly rounded
	OpLog2:    {name: "log2", class: ClassALU, arity: 1, in: floats},                 // log2 x; f32 correctly rounded
	OpSin:     {name: "sin", class: ClassALU, arity: 1, in: floats},                  // sin x, radians; f32 correctly rounded
	OpTrunc:   {name: "trunc", class: ClassALU, arity: 1, in: floats},                // toward zero, to a whole number
	OpCast:    {name: "cast", class: ClassALU, arity: 1, in: anyKind, out: toArg},    // wraps, rounds, or truncates and saturates
	OpBitcast: {name: "bitcast", class: ClassALU, arity: 1, in: anyKind, out: toArg}, // the same bits; a NaN gives the one quiet NaN

	OpAdd:      {name: "add", class: ClassALU, arity: 2, in: numbers, comm: true},                // a+b, wrapping or rounded once
	OpMul:      {name: "mul", class: ClassALU, arity: 2, in: anyKind, comm: true},                // a*b, wrapping or rounded once; bool: and
	OpFdiv:     {name: "fdiv", class: ClassALU, arity: 2, in: floats},                            // a/b, correctly rounded
	OpMax:      {name: "max", class: ClassALU, arity: 2, in: anyKind, comm: true},                // a > b ? a : b; bool: or
	OpCmplt:    {name: "cmplt", class: ClassALU, arity: 2, in: anyKind, out: toBool},             // a < b; false with a NaN
	OpCmpne:    {name: "cmpne", class: ClassALU, arity: 2, in: anyKind, out: toBool, comm: true}, // a != b; true with a NaN; bool: xor
	OpFloordiv: {name: "floordiv", class: ClassALU, arity: 2, in: ints},                          // toward -inf; x//0 = 0; MIN//-1 = MIN
	OpFloormod: {name: "floormod", class: ClassALU, arity: 2, in: ints},                          // sign of the divisor; x%0 = x
	OpAnd:      {name: "and", class: ClassALU, arity: 2, in: bitty, comm: true},                  // bitwise
	OpOr:       {name: "or", class: ClassALU, arity: 2, in: bitty, comm: true},                   // bitwise
	OpXor:      {name: "xor", class: ClassALU, arity: 2, in: bitty, comm: true},                  // bitwise
	OpShl:      {name: "shl", class: ClassALU, arity: 2, in: ints},                               // count modulo the width
	OpShr:      {name: "shr", class: ClassALU, arity: 2, in: ints},                               // count modulo the width; arithmetic if signed

	OpWhere: {name: "where", class: ClassALU, arity: 3, in: anyKind, out: choice}, // c ? a : b, both computed
	OpFma:   {name: "fma", class: ClassALU, arity: 3, in: floats},                 // a*b+c, correctly rounded

	OpReshape: {name: "reshape", class: ClassMove, arity: -1, ext: extDims}, // the same elements in row-major order, another shape
	OpExpand:  {name: "expand", class: ClassMove, arity: -1, ext: extDims},  // repeats axes of size 1
	OpPermute: {name: "permute", class: ClassMove, arity: 1, ext: extDims},  // reorders axes
	OpShrink:  {name: "shrink", class: ClassMove, arity: -1, ext: extDims},  // keeps [begin, end) of each axis
	OpPad:     {name: "pad", class: ClassMove, arity: -1, ext: extDims},     // adds zeros before and after each axis
	OpFlip:    {name: "flip", class: ClassMove, arity: 1, ext: extDims},     // reverses axes

	OpReduce: {name: "reduce", class: ClassReduce, arity: -1, ext: extReduce}, // folds the last pop axes, in lane order

	OpStack: {name: "stack", class: ClassStructure, arity: -1},              // values of one shape along a new first axis
	OpIndex: {name: "index", class: ClassStructure, arity: -1},              // drops leading axes of a place or a value
	OpCall:  {name: "call", class: ClassStructure, arity: -1, ext: extCall}, // the body with each PARAM replaced by its argument
	OpEnd:   {name: "end", class: ClassStructure, arity: -1},                // runs an effect for every value of its RANGEs
	OpLoad:  {name: "load", class: ClassStructure, arity: 1},                // reads the place that an INDEX names
	OpStore: {name: "store", class: ClassStructure, arity: 2},               // writes the place that an INDEX names
	OpAfter: {name: "after", class: ClassStructure, arity: -1},              // the same place, once the listed effects have happened
	OpSink:  {name: "sink", class: ClassStructure, arity: -1},               // several effects as one root
}

// String gives the name used in .uir text, such as "floordiv".
func (op Op) String() string {
	if op >= NumOps {
		return fmt.Sprintf("op(%d)", uint8(op))
	}
	return ops[op].name
}

// info gives the row of op; a number that is no op has the row of OpInvalid.
func (op Op) info() *opInfo {
	if op >= NumOps {
		op = OpInvalid
	}
	return &ops[op]
}

// Class gives the typing rule that applies to op.
func (op Op) Class() Class { return op.info().class }

// IsALU tells whether op is elementwise arithmetic.
func (op Op) IsALU() bool { return op.info().class == ClassALU }

// Arity gives the number of sources, or -1 when it varies.
func (op Op) Arity() int { return op.info().arity }

// Commutes tells whether op(a, b) has the bits of op(b, a) on dtype d. Float MAX does not:
// a NaN or two zeros of different sign tell its operands apart.
func (op Op) Commutes(d DType) bool {
	return op.info().comm && (op != OpMax || !d.IsFloat())
}

// Takes tells whether the ALU op is defined on operands of dtype d.
func (op Op) Takes(d DType) bool { return op.IsALU() && ops[op].in.has(d.Kind()) }

// ParseOp gives the op with the given .uir name.
func ParseOp(s string) (Op, bool) {
	op, ok := opByName[s]
	return op, ok
}

var opByName = func() map[string]Op {
	m := make(map[string]Op, NumOps)
	for op := OpInvalid + 1; op < NumOps; op++ {
		m[ops[op].name] = op
	}
	return m
}()
