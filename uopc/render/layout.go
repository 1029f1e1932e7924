package render

import (
	"strconv"

	"github.com/uopc/uopc/uopc/uop"
)

// FieldKind says what a field of the argument or state struct is.
type FieldKind uint8

// The kinds of fields.
const (
	FieldPlace   FieldKind = iota // pointer to the first element of a place, results included
	FieldScalar                   // a scalar argument
	FieldRet                      // where the body's value is left
	FieldScratch                  // pointer to Len elements of scratch memory, which need not be cleared
	FieldBudget                   // how many operations the call may do; MaxInt64 is no limit
	FieldState                    // pointer to the state of a cut call
	FieldPhase                    // state: 0 to start, then where to go on, -1 when finished
	FieldPos                      // state: the next iteration of the cut loop
	FieldSaved                    // state: a value, or Len elements of a scratch array
)

// Field is one field of a struct that C and Go share. Every field starts at a multiple of 8.
type Field struct {
	Name   string
	CType  string // of the field, or of an element when it is an array
	GoType string // of the whole field
	DType  uop.DType
	Offset int
	Bytes  int
	Kind   FieldKind
	Slot   int   // FieldPlace and FieldScalar
	Len    int64 // FieldScratch; FieldSaved: elements, 0 for a single value
}

// Layout is a struct: its C name, its fields in order and its size.
type Layout struct {
	Name   string
	Fields []Field
	Size   int
}

const cell = 8

// add puts f at the end.
func (l *Layout) add(f Field) {
	f.Offset = l.Size
	if f.Bytes == 0 {
		f.Bytes = cell
	}
	l.Size += (f.Bytes + cell - 1) / cell * cell
	l.Fields = append(l.Fields, f)
}

// memType is the C type of an element in memory. A bool there is a byte, and any byte but 0 is
// true: C may not be told that it is a _Bool, for then other bytes would have no meaning.
func memType(d uop.DType) string {
	if d == uop.Bool {
		return "uint8_t"
	}
	return d.CName()
}

// maxLocal is the most bytes of scratch that lie on the stack.
const maxLocal = 2 << 10

func allocLen(u *uop.UOp) int64 {
	n, _ := u.Shape().Count()
	return n
}

func isLocal(u *uop.UOp) bool { return allocLen(u)*int64(u.DType().Size()) <= maxLocal }

// argsLayout lays out the argument struct.
func argsLayout(p *Program, names *nameTable, name string, cut bool) Layout {
	l := Layout{Name: name + "_args"}
	for i, prm := range p.Sig.Params {
		f := Field{Name: names.slots[i], CType: memType(prm.DType), GoType: prm.DType.GoName(), DType: prm.DType, Kind: FieldScalar, Slot: i, Bytes: prm.DType.Size()}
		if prm.Mem {
			f.Kind, f.Bytes, f.GoType = FieldPlace, cell, "*"+f.GoType
			f.CType += " *"
			if !prm.Stored {
				f.CType = "const " + f.CType
			}
		}
		l.add(f)
	}
	if p.Ret != nil {
		d := p.Ret.DType()
		l.add(Field{Name: "ret", CType: memType(d), GoType: d.GoName(), DType: d, Kind: FieldRet, Slot: -1, Bytes: d.Size()})
	}
	for _, a := range p.Allocs {
		if !isLocal(a) {
			l.add(Field{Name: names.nodes[a], CType: memType(a.DType()) + " *", GoType: "*" + a.DType().GoName(), DType: a.DType(), Kind: FieldScratch, Slot: -1, Len: allocLen(a)})
		}
	}
	if cut {
		l.add(Field{Name: "budget", CType: "int64_t", GoType: "int64", DType: uop.I64, Kind: FieldBudget, Slot: -1})
		l.add(Field{Name: "st", CType: "struct " + name + "_state *", GoType: "*" + name + "_state", Kind: FieldState, Slot: -1})
	}
	return l
}

// stateLayout lays out what a cut call leaves behind: any value or array that some cut keeps.
func stateLayout(names *nameTable, name string, cuts []*cutLoop) Layout {
	l := Layout{Name: name + "_state"}
	l.add(Field{Name: "phase", CType: "int64_t", GoType: "int64", DType: uop.I64, Kind: FieldPhase, Slot: -1})
	l.add(Field{Name: "pos", CType: "int64_t", GoType: "int64", DType: uop.I64, Kind: FieldPos, Slot: -1})
	seen := map[string]bool{} // by name, for loops that are not in each other share a counter
	for _, c := range cuts {
		for _, u := range append(append([]*uop.UOp(nil), c.values...), c.arrays...) {
			if seen[names.nodes[u]] {
				continue
			}
			seen[names.nodes[u]] = true
			d := u.DType()
			f := Field{Name: names.nodes[u], CType: memType(d), GoType: d.GoName(), DType: d, Kind: FieldSaved, Slot: -1, Bytes: d.Size()}
			if u.Op() == uop.OpAlloc {
				f.Len = allocLen(u)
				f.Bytes *= int(f.Len)
				f.GoType = "[" + strconv.FormatInt(f.Len, 10) + "]" + f.GoType
			}
			l.add(f)
		}
	}
	return l
}
