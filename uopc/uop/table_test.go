package uop

import (
	"slices"
	"strings"
	"testing"
)

// wantOps is the table of the design: names by class, and the number of sources.
var wantOps = map[Class]map[string]int{
	ClassLeaf: {"const": 0, "param": -1, "buffer": -1, "alloc": 0, "range": 1},
	ClassALU: {
		"neg": 1, "recip": 1, "sqrt": 1, "exp2": 1, "log2": 1, "sin": 1, "trunc": 1, "cast": 1, "bitcast": 1,
		"add": 2, "mul": 2, "fdiv": 2, "max": 2, "cmplt": 2, "cmpne": 2, "floordiv": 2, "floormod": 2,
		"and": 2, "or": 2, "xor": 2, "shl": 2, "shr": 2, "where": 3, "fma": 3,
	},
	ClassMove:      {"reshape": -1, "expand": -1, "permute": 1, "shrink": -1, "pad": -1, "flip": 1},
	ClassReduce:    {"reduce": -1},
	ClassStructure: {"stack": -1, "index": -1, "call": -1, "end": -1, "load": 1, "store": 2, "after": -1, "sink": -1},
}

func TestOpTable(t *testing.T) {
	n := 0
	for class, names := range wantOps {
		n += len(names)
		for name, arity := range names {
			op, ok := ParseOp(name)
			if !ok || op.String() != name {
				t.Fatalf("ParseOp(%q) = %v, %v", name, op, ok)
			}
			if op.Class() != class || op.Arity() != arity || op.IsALU() != (class == ClassALU) {
				t.Errorf("%s: class %d arity %d IsALU %v, want class %d arity %d", op, op.Class(), op.Arity(), op.IsALU(), class, arity)
			}
		}
	}
	if n != int(NumOps)-1 {
		t.Errorf("the table here has %d ops, the package %d", n, NumOps-1)
	}
	for op := OpInvalid + 1; op < NumOps; op++ {
		name := op.String()
		if back, ok := ParseOp(name); !ok || back != op {
			t.Errorf("ParseOp(%q) = %v, %v", name, back, ok)
		}
		if name != strings.ToLower(name) || upper(op) != strings.ToUpper(name) {
			t.Errorf("op %d is called %q, and %q in errors", op, name, upper(op))
		}
	}
	for _, bad := range []string{"", "invalid", "ADD", "sub", "add "} {
		if op, ok := ParseOp(bad); ok {
			t.Errorf("ParseOp(%q) = %v", bad, op)
		}
	}
}

func TestCommutes(t *testing.T) {
	comm := []Op{OpAdd, OpMul, OpMax, OpCmpne, OpAnd, OpOr, OpXor}
	for op := range NumOps {
		for _, d := range ValueDTypes() {
			want := slices.Contains(comm, op) && (op != OpMax || !d.IsFloat())
			if op.Commutes(d) != want {
				t.Errorf("%s.Commutes(%s) = %v, want %v", op, d, !want, want)
			}
		}
	}
}

func TestDTypeTable(t *testing.T) {
	for _, w := range []struct {
		name       string
		kind       Kind
		bits, size int
		goT, cT    string
	}{
		{"bool", KindBool, 1, 1, "bool", "_Bool"},
		{"i8", KindInt, 8, 1, "int8", "int8_t"}, {"u8", KindUint, 8, 1, "uint8", "uint8_t"},
		{"i16", KindInt, 16, 2, "int16", "int16_t"}, {"u16", KindUint, 16, 2, "uint16", "uint16_t"},
		{"i32", KindInt, 32, 4, "int32", "int32_t"}, {"u32", KindUint, 32, 4, "uint32", "uint32_t"},
		{"i64", KindInt, 64, 8, "int64", "int64_t"}, {"u64", KindUint, 64, 8, "uint64", "uint64_t"},
		{"f32", KindFloat, 32, 4, "float32", "float"}, {"f64", KindFloat, 64, 8, "float64", "double"},
		{"index", KindIndex, 64, 8, "int64", "int64_t"},
	} {
		d, ok := ParseDType(w.name)
		if !ok || d.String() != w.name || !d.IsValue() {
			t.Fatalf("ParseDType(%q) = %v, %v", w.name, d, ok)
		}
		if d.Kind() != w.kind || d.Bits() != w.bits || d.Size() != w.size || d.GoName() != w.goT || d.CName() != w.cT {
			t.Errorf("%s: %v %d %d %s %s", d, d.Kind(), d.Bits(), d.Size(), d.GoName(), d.CName())
		}
		isInt := w.kind == KindInt || w.kind == KindUint || w.kind == KindIndex
		if d.IsFloat() != (w.kind == KindFloat) || d.IsInt() != isInt || d.IsSigned() != (isInt && w.kind != KindUint) {
			t.Errorf("%s: IsFloat %v IsInt %v IsSigned %v", d, d.IsFloat(), d.IsInt(), d.IsSigned())
		}
	}
	if n := len(ValueDTypes()); n != int(numDTypes)-1 {
		t.Errorf("ValueDTypes has %d of %d", n, numDTypes-1)
	}
	if d, ok := ParseDType("f16"); ok {
		t.Errorf("ParseDType(f16) = %v", d)
	}
}

// Numbers that are no op or no dtype come from damaged input and must not panic.
func TestNumbersOutsideTheTables(t *testing.T) {
	op, d := Op(200), DType(200)
	if op.String() != "op(200)" || op.Arity() != 0 || op.IsALU() || op.Commutes(I32) || op.Takes(I32) || op.Class() != ClassLeaf {
		t.Errorf("op 200: %s %d", op, op.Arity())
	}
	if d.String() != "dtype(200)" || d.IsValue() || d.Bits() != 0 || d.Size() != 0 || d.IsInt() || d.IsFloat() || d.IsSigned() || d.Kind() != KindVoid {
		t.Errorf("dtype 200: %s", d)
	}
	if OpAdd.Takes(d) || OpCast.Takes(Void) {
		t.Error("an op takes what is no value")
	}
}
