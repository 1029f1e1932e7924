package uir

import (
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// key is one of the keys of node lines, in the order in which they print.
type key uint8

const (
	kDType key = iota
	kSlot
	kSize
	kShape
	kValue
	kMin
	kMax
	kOp
	kPop
	kLanes
	kAxis
	kOrder
	kWindow
	kZeros
	kAxes
	kRole
	kSchedule
	kName
	numKeys
	noKey = numKeys
)

var keyNames = [numKeys]string{"dtype", "slot", "size", "shape", "value", "min", "max", "op", "pop", "lanes",
	"axis", "order", "window", "zeros", "axes", "role", "schedule", "name"}

func parseKey(s string) (key, bool) {
	for k := range numKeys {
		if keyNames[k] == s {
			return k, true
		}
	}
	return 0, false
}

// keySet is a set of keys.
type keySet uint32

func keysOf(ks ...key) (s keySet) {
	for _, k := range ks {
		s |= 1 << k
	}
	return s
}

func (s keySet) has(k key) bool { return s&(1<<k) != 0 }

func (s keySet) names() (out []string) {
	for k := range numKeys {
		if s.has(k) {
			out = append(out, keyNames[k])
		}
	}
	return out
}

// spec is how the lines of one op are spelled.
type spec struct {
	need, may keySet
	tuple     key // the key that may stand as the last operand; noKey for none
	fixed     int // sources before those that give dynamic sizes
	usage     string
}

// specs has a row for each op that has keys; the others take sources only.
var specs = func() (t [uop.NumOps]spec) {
	place := keysOf(kDType, kSlot, kSize)
	t = [uop.NumOps]spec{
		uop.OpConst:   {need: keysOf(kDType, kValue), usage: "const : dtype=f32 value=1.0"},
		uop.OpParam:   {need: keysOf(kDType, kSlot), may: keysOf(kSize, kShape, kMin, kMax, kRole, kName), usage: "param : dtype=f32 slot=0 size=4 name=x (without size it is a value)"},
		uop.OpBuffer:  {need: place, may: keysOf(kName), usage: "buffer : dtype=f32 slot=0 size=4 name=x"},
		uop.OpAlloc:   {need: place, may: keysOf(kName), usage: "alloc : dtype=f32 slot=0 size=4 name=tmp"},
		uop.OpRange:   {may: keysOf(kAxis), usage: "range %size : axis=0"},
		uop.OpCast:    {need: keysOf(kDType), usage: "cast %x : dtype=f32"},
		uop.OpBitcast: {need: keysOf(kDType), usage: "bitcast %x : dtype=u32"},
		uop.OpReshape: {need: keysOf(kShape), tuple: kShape, fixed: 1, usage: "reshape %x : shape=(2,3)"},
		uop.OpExpand:  {need: keysOf(kShape), tuple: kShape, fixed: 1, usage: "expand %x : shape=(2,3)"},
		uop.OpPermute: {need: keysOf(kOrder), tuple: kOrder, usage: "permute %x : order=(1,0)"},
		uop.OpShrink:  {need: keysOf(kWindow), tuple: kWindow, usage: "shrink %x : window=((0,2),(1,3))"},
		uop.OpPad:     {need: keysOf(kZeros), tuple: kZeros, usage: "pad %x : zeros=((1,1),(0,0))"},
		uop.OpFlip:    {need: keysOf(kAxes), tuple: kAxes, usage: "flip %x : axes=(0,1)"},
		uop.OpReduce:  {need: keysOf(kOp, kPop), may: keysOf(kLanes), usage: "reduce %x : op=add pop=1 lanes=1"},
		uop.OpCall:    {may: keysOf(kSchedule, kName), usage: "call %body, %arg0, %arg1 : name=f"},
		uop.OpStack:   {usage: "stack %a, %b, %c"},
		uop.OpIndex:   {usage: "index %place, %i"},
		uop.OpEnd:     {usage: "end %store, %range"},
		uop.OpLoad:    {usage: "load %index"},
		uop.OpStore:   {usage: "store %index, %value"},
		uop.OpAfter:   {usage: "after %place, %store"},
		uop.OpSink:    {usage: "sink %store, %end"},
	}
	for op := range t {
		s := &t[op]
		s.may |= s.need
		if s.tuple == 0 {
			s.tuple = noKey
		}
		if s.usage == "" {
			s.usage = sourcesOnly(uop.Op(op))
		}
		s.usage = "write %n = " + s.usage
	}
	return t
}()

// sourcesOnly gives the usage of an op of fixed arity without keys.
func sourcesOnly(op uop.Op) string {
	names := []string{"%a", "%b", "%c"}
	if op == uop.OpWhere {
		names = []string{"%cond", "%a", "%b"}
	}
	return op.String() + " " + strings.Join(names[:max(0, op.Arity())], ", ")
}
