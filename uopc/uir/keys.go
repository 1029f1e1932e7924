package uir

import (
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// readers take the value of a key into the node that is being read, in order of keys: dtype is
// known when a value or a promise is read.
var readers = [numKeys]func(*node, token) *fail{
	kDType: (*node).readDType,
	kSlot:  func(n *node, v token) *fail { return readInt(v, "slot=0", &n.ext.Slot) },
	kSize:  (*node).readSize,
	kShape: (*node).readShape,
	kValue: func(n *node, v token) (f *fail) { n.arg.Bits, f = readValue(n.arg.DType, v, ""); return f },
	kMin:   func(n *node, v token) *fail { return n.readPromise(v, &n.ext.HasMin, &n.ext.Min) },
	kMax:   func(n *node, v token) *fail { return n.readPromise(v, &n.ext.HasMax, &n.ext.Max) },
	kOp:    (*node).readRedOp,
	kPop:   func(n *node, v token) *fail { return readInt(v, "pop=1", &n.ext.Pop) },
	kLanes: func(n *node, v token) *fail { return readInt(v, "lanes=1", &n.ext.Lanes) },
	kAxis:  func(n *node, v token) *fail { return readInt(v, "axis=0", &n.ext.Axis) },
	kOrder: func(n *node, v token) *fail { return n.readDims(v, false, "write order=(1,0)") },
	kWindow: func(n *node, v token) *fail {
		return n.readDims(v, true, "write window=((0,2),(1,3)), begin and end of each axis")
	},
	kZeros: func(n *node, v token) *fail {
		return n.readDims(v, true, "write zeros=((1,1),(0,0)), how many before and after each axis")
	},
	kAxes: func(n *node, v token) *fail {
		return n.readDims(v, false, "write axes=(0,1), 1 for each axis to reverse")
	},
	kRole:     (*node).readRole,
	kSchedule: func(n *node, v token) *fail { return readText(v, &n.ext.Schedule) },
	kName:     func(n *node, v token) *fail { return readText(v, &n.ext.Name) },
}

func (n *node) readDType(v token) *fail {
	d, ok := uop.ParseDType(v.text)
	if !ok || !d.IsValue() {
		return failf(v.col, "dtypes are "+strings.Join(dtypeNames, " "), "unknown dtype '%s'%s",
			shorten(v.text), didYouMean(v.text, dtypeNames))
	}
	n.arg.DType = d
	return nil
}

func (n *node) readSize(v token) (f *fail) {
	n.ext.Mem = true
	n.sizes, f = readSizes(v)
	return f
}

func (n *node) readShape(v token) (f *fail) {
	if n.present.has(kSize) {
		return failf(v.col, "size makes memory, shape makes a value", "size and shape cannot both be given")
	}
	n.sizes, f = readSizes(v)
	return f
}

func (n *node) readDims(v token, pairs bool, hint string) *fail {
	items, f := readItems(v, false, pairs, hint)
	for _, it := range items {
		n.ext.Dims = append(n.ext.Dims, it.n)
	}
	return f
}

func (n *node) readPromise(v token, has *bool, to *int64) *fail {
	d := n.arg.DType
	if !d.IsInt() {
		return failf(v.col, "leave it out", "min and max are for integers, not for %s", d)
	}
	bits, f := readValue(d, v, "")
	if f == nil && d == uop.U64 && int64(bits) < 0 {
		return failf(v.col, "leave it out, or give at most 9223372036854775807", "%s is too large for a promise", v.text)
	}
	*has, *to = true, int64(bits)
	return f
}

var foldOps = []string{"add", "mul", "max", "and", "or", "xor", "fma"}

func (n *node) readRedOp(v token) *fail {
	for _, s := range foldOps {
		if s == v.text {
			n.ext.RedOp, _ = uop.ParseOp(s)
			return nil
		}
	}
	return failf(v.col, "op is one of "+strings.Join(foldOps, " "), "reduce cannot fold with '%s'%s",
		shorten(v.text), didYouMean(v.text, foldOps))
}

func (n *node) readRole(v token) *fail {
	if v.text != "result" {
		return failf(v.col, "write role=result, or leave it out", "unknown role '%s'%s", shorten(v.text), didYouMean(v.text, []string{"result"}))
	}
	n.ext.Role = uop.RoleResult
	return nil
}

func readInt(v token, example string, to *int) *fail {
	i, err := strconv.Atoi(v.text)
	if err != nil {
		return failf(v.col, "write "+example, "want a whole number, got '%s'", shorten(v.text))
	}
	*to = i
	return nil
}

// readText reads a bare or quoted text.
func readText(v token, to *string) *fail {
	*to = v.text
	if v.text[0] != '"' {
		return nil
	}
	s, err := strconv.Unquote(v.text)
	if err != nil {
		return failf(v.col, `write name="a name"`, "the quoted text has a bad escape")
	}
	*to = s
	return nil
}

func readValue(d uop.DType, v token, hint string) (uint64, *fail) {
	bits, err := contract.ParseValue(d, v.text)
	if err != nil {
		return 0, failf(v.col, hint, "%s", err)
	}
	return bits, nil
}

// writers append the value of a key, or give false when the node does not have it.
var writers = [numKeys]func([]byte, *uop.UOp, *uop.Ext) ([]byte, bool){
	kDType: func(b []byte, u *uop.UOp, _ *uop.Ext) ([]byte, bool) { return append(b, u.DType().String()...), true },
	kSlot:  intWriter(func(x *uop.Ext) (int64, bool) { return int64(x.Slot), true }),
	kSize:  func(b []byte, _ *uop.UOp, x *uop.Ext) ([]byte, bool) { return appendSizes(b, x.Dims, true), x.Mem },
	kShape: func(b []byte, u *uop.UOp, x *uop.Ext) ([]byte, bool) {
		return appendSizes(b, x.Dims, false), !x.Mem && (u.Op() != uop.OpParam || len(x.Dims) > 0)
	},
	kValue: func(b []byte, u *uop.UOp, _ *uop.Ext) ([]byte, bool) {
		return append(b, contract.FormatValue(u.DType(), u.Bits())...), true
	},
	kMin:    intWriter(func(x *uop.Ext) (int64, bool) { return x.Min, x.HasMin }),
	kMax:    intWriter(func(x *uop.Ext) (int64, bool) { return x.Max, x.HasMax }),
	kOp:     func(b []byte, _ *uop.UOp, x *uop.Ext) ([]byte, bool) { return append(b, x.RedOp.String()...), true },
	kPop:    intWriter(func(x *uop.Ext) (int64, bool) { return int64(x.Pop), true }),
	kLanes:  intWriter(func(x *uop.Ext) (int64, bool) { return int64(x.Lanes), true }),
	kAxis:   intWriter(func(x *uop.Ext) (int64, bool) { return int64(x.Axis), true }),
	kOrder:  func(b []byte, _ *uop.UOp, x *uop.Ext) ([]byte, bool) { return appendSizes(b, x.Dims, false), true },
	kWindow: func(b []byte, _ *uop.UOp, x *uop.Ext) ([]byte, bool) { return appendPairs(b, x.Dims), true },
	kZeros:  func(b []byte, _ *uop.UOp, x *uop.Ext) ([]byte, bool) { return appendPairs(b, x.Dims), true },
	kAxes:   func(b []byte, _ *uop.UOp, x *uop.Ext) ([]byte, bool) { return appendSizes(b, x.Dims, false), true },
	kRole: func(b []byte, _ *uop.UOp, x *uop.Ext) ([]byte, bool) {
		return append(b, "result"...), x.Role == uop.RoleResult
	},
	kSchedule: func(b []byte, _ *uop.UOp, x *uop.Ext) ([]byte, bool) { return appendText(b, x.Schedule, ":=,+*/@") },
	kName:     func(b []byte, _ *uop.UOp, x *uop.Ext) ([]byte, bool) { return appendText(b, x.Name, "") },
}

func intWriter(get func(*uop.Ext) (int64, bool)) func([]byte, *uop.UOp, *uop.Ext) ([]byte, bool) {
	return func(b []byte, _ *uop.UOp, x *uop.Ext) ([]byte, bool) {
		n, ok := get(x)
		return strconv.AppendInt(b, n, 10), ok
	}
}

// appendText writes a text bare if it has plain bytes, and those in also, only.
func appendText(b []byte, s, also string) ([]byte, bool) {
	for i := range len(s) {
		if !plain(s[i]) && strings.IndexByte(also, s[i]) < 0 {
			return strconv.AppendQuote(b, s), true
		}
	}
	return append(b, s...), s != ""
}
