package asmlink

import (
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
)

// A row says that from off on, the CFA (SP before the call) is SP+depth. When
// other is set the CFA is kept elsewhere and depth means nothing.
type row struct {
	off, depth int
	other      string
}

// A cie holds what the functions of one compiler run have in common.
type cie struct {
	codeAlign int
	augmented bool
	init      []byte
}

var errShort = errors.New("it ends too early")

// readUnwind reads .eh_frame: the rows of every function.
func (o *object) readUnwind(f *elf.File) error {
	for _, sec := range o.secs {
		if sec.name == ".eh_frame" {
			if err := o.readFrames(sec); err != nil {
				return fmt.Errorf("unwind tables: %w", err)
			}
		}
	}
	return nil
}

func (o *object) readFrames(sec *section) error {
	targets := map[int]*section{}
	for _, r := range sec.relocs {
		targets[r.off] = r.sym.sec
	}
	cies := map[int]*cie{}
	for pos := 0; pos+4 <= len(sec.data); {
		size := int(binary.LittleEndian.Uint32(sec.data[pos:]))
		start, end := pos+4, pos+4+size
		if size == 0 {
			break
		}
		if size < 4 || end > len(sec.data) {
			return errShort
		}
		id := int(binary.LittleEndian.Uint32(sec.data[start:]))
		r := &reader{data: sec.data[start+4 : end]}
		if id == 0 {
			c, err := readCIE(r)
			if err != nil {
				return err
			}
			cies[pos] = c
		} else if fn := o.bySec[targets[start+4]]; fn != nil {
			c := cies[start-id]
			if c == nil {
				return fmt.Errorf("%s: its entry names no common entry", fn.name)
			}
			rows, err := o.readFDE(r, c)
			if err != nil {
				return fmt.Errorf("%s: %w", fn.name, err)
			}
			fn.rows = rows
		}
		pos = end
	}
	return nil
}

// readCIE reads a common entry; only the pointer encoding that clang uses (32
// bits, relative to their place) is known.
func readCIE(r *reader) (*cie, error) {
	version := r.byte()
	var augmentation []byte
	for b := r.byte(); b != 0 && r.err == nil; b = r.byte() {
		augmentation = append(augmentation, b)
	}
	c := &cie{codeAlign: r.uleb()}
	r.sleb() // data alignment
	r.uleb() // return address register, below 128
	switch string(augmentation) {
	case "":
	case "zR":
		c.augmented = true
		r.uleb()
		if enc := r.byte(); enc != 0x1b {
			return nil, fmt.Errorf("pointers are encoded as %#x, want 0x1b", enc)
		}
	default:
		return nil, fmt.Errorf("augmentation %q, want zR", augmentation)
	}
	if version != 1 || !c.augmented {
		return nil, fmt.Errorf("version %d with augmentation %q, want 1 and zR", version, augmentation)
	}
	c.init = r.data
	return c, r.err
}

func (o *object) readFDE(r *reader, c *cie) ([]row, error) {
	r.skip(8) // start and length of the function
	r.skip(r.uleb())
	m := &machine{spReg: o.arch.dwarfSP, codeAlign: c.codeAlign, rows: []row{{}}}
	for _, code := range [][]byte{c.init, r.data} {
		if err := m.run(&reader{data: code}); err != nil {
			return nil, err
		}
	}
	return m.rows, r.err
}

// A machine runs the little programs of the unwind tables, and keeps only the
// CFA: where registers are saved is of no interest here.
type machine struct {
	spReg     int
	codeAlign int
	rows      []row
	reg       int // CFA is reg+off
	off       int
	expr      bool // CFA is an expression
	saved     []machineState
}

type machineState struct {
	reg, off int
	expr     bool
}

// operands of the instructions that do not touch the CFA: u is a ULEB number,
// s a signed one, b a block.
var ignored = map[byte]string{
	0x00: "",                                    // nop
	0x05: "uu", 0x06: "u", 0x07: "u", 0x08: "u", // offset_extended, restore_extended, undefined, same_value
	0x09: "uu", 0x10: "ub", 0x11: "us", // register, expression, offset_extended_sf
	0x14: "uu", 0x15: "us", 0x16: "ub", // val_offset, val_offset_sf, val_expression
	0x2d: "", 0x2e: "u", // window_save (on arm64: negate_ra_state), GNU_args_size
}

func (m *machine) run(r *reader) error {
	for len(r.data) > 0 && r.err == nil {
		op := r.byte()
		switch high, low := op&0xc0, int(op&0x3f); {
		case high == 0x40:
			m.advance(low)
		case high == 0x80: // offset
			r.uleb()
		case high == 0xc0: // restore
		case m.location(op, r), m.cfa(op, r):
		default:
			kinds, ok := ignored[op]
			if !ok {
				return fmt.Errorf("instruction %#x is not known", op)
			}
			r.operands(kinds)
		}
		if r.err == nil {
			m.note()
		}
	}
	return r.err
}

// location runs the instructions that move to a later place.
func (m *machine) location(op byte, r *reader) bool {
	switch op {
	case 0x02:
		m.advance(int(r.byte()))
	case 0x03:
		m.advance(int(r.fixed(2)))
	case 0x04:
		m.advance(int(r.fixed(4)))
	default:
		return false
	}
	return true
}

// cfa runs the instructions that say how the CFA is found.
func (m *machine) cfa(op byte, r *reader) bool {
	switch op {
	case 0x0c: // def_cfa
		m.reg, m.off, m.expr = r.uleb(), r.uleb(), false
	case 0x0d: // def_cfa_register
		m.reg = r.uleb()
	case 0x0e: // def_cfa_offset
		m.off = r.uleb()
	case 0x0f: // def_cfa_expression
		r.skip(r.uleb())
		m.expr = true
	case 0x0a: // remember_state
		m.saved = append(m.saved, machineState{m.reg, m.off, m.expr})
	case 0x0b: // restore_state
		if len(m.saved) == 0 {
			r.err = errors.New("a state is restored that was not remembered")
			return true
		}
		s := m.saved[len(m.saved)-1]
		m.saved = m.saved[:len(m.saved)-1]
		m.reg, m.off, m.expr = s.reg, s.off, s.expr
	default:
		return false
	}
	return true
}

func (m *machine) advance(n int) {
	last := m.rows[len(m.rows)-1]
	last.off += n * m.codeAlign
	m.rows = append(m.rows, last)
}

// note writes the state into the current row.
func (m *machine) note() {
	r := &m.rows[len(m.rows)-1]
	r.depth, r.other = m.off, ""
	switch {
	case m.expr:
		r.other = "an expression"
	case m.reg != m.spReg:
		r.other = fmt.Sprintf("register %d", m.reg)
	}
}

// A reader takes numbers off a byte slice; the first failure sticks.
type reader struct {
	data []byte
	err  error
}

func (r *reader) skip(n int) {
	if n < 0 || n > len(r.data) {
		r.err, r.data = errShort, nil
		return
	}
	r.data = r.data[n:]
}

func (r *reader) byte() byte {
	if len(r.data) == 0 {
		r.err = errShort
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

func (r *reader) fixed(n int) (v uint64) {
	for i := range n {
		v |= uint64(r.byte()) << (8 * i)
	}
	return v
}

func (r *reader) uleb() int {
	v, shift := uint64(0), 0
	for {
		b := r.byte()
		v |= uint64(b&0x7f) << shift
		shift += 7
		if b < 0x80 || shift > 56 {
			return int(v)
		}
	}
}

// sleb skips a signed number: none of them is needed.
func (r *reader) sleb() { r.uleb() }

func (r *reader) operands(kinds string) {
	for _, k := range kinds {
		n := r.uleb()
		if k == 'b' {
			r.skip(n)
		}
	}
}
