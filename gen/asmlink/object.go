package asmlink

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"strings"
)

// alignPrefix begins the names of the symbols by which internal/clang tells
// what alignment of SP a function relies on.
const alignPrefix = "uopc.align."

// An object is what the linker needs of an ELF relocatable file.
type object struct {
	arch  *arch
	secs  []*section
	funcs map[string]*function
	bySec map[*section]*function
}

// A section has contents that may be laid into a kernel's bytes.
type section struct {
	name   string
	data   []byte
	flags  elf.SectionFlag
	align  int
	entry  int // size of one constant, in sections of mergeable constants
	relocs []reloc
}

// A reloc asks for the distance to sym+add in the bytes at off.
type reloc struct {
	off int
	typ uint32
	sym symbol
	add int64
}

type symbol struct {
	name  string
	sec   *section // nil when undefined
	value int
	whole bool // stands for its section
}

// A function is the only one in its section.
type function struct {
	name  string
	sec   *section
	rows  []row
	align int // what it wants SP to be a multiple of before it is called
}

func readObject(data []byte, a *arch) (*object, error) {
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("not an ELF object: %w", err)
	}
	if f.Type != elf.ET_REL || f.Class != elf.ELFCLASS64 || f.Machine != a.machine {
		return nil, fmt.Errorf("got an ELF file of type %v, class %v, machine %v; want a relocatable object for %v", f.Type, f.Class, f.Machine, a.machine)
	}
	o := &object{arch: a, funcs: map[string]*function{}, bySec: map[*section]*function{}}
	if err := o.readSections(f); err != nil {
		return nil, err
	}
	syms, err := f.Symbols()
	if err != nil {
		return nil, fmt.Errorf("symbols: %w", err)
	}
	if err := o.readFuncs(syms); err != nil {
		return nil, err
	}
	if err := o.readRelocs(f, syms); err != nil {
		return nil, err
	}
	return o, o.readUnwind(f)
}

func (o *object) readSections(f *elf.File) error {
	o.secs = make([]*section, len(f.Sections))
	for i, s := range f.Sections {
		sec := &section{name: s.Name, flags: s.Flags, align: max(1, int(s.Addralign))}
		if sec.align&(sec.align-1) != 0 {
			return fmt.Errorf("section %s is aligned to %d, which is no power of two", s.Name, sec.align)
		}
		o.secs[i] = sec
		if s.Type == elf.SHT_NOBITS || s.Flags&elf.SHF_ALLOC == 0 {
			continue
		}
		if s.Flags&(elf.SHF_MERGE|elf.SHF_STRINGS) == elf.SHF_MERGE {
			sec.entry = int(s.Entsize)
		}
		var err error
		if sec.data, err = s.Data(); err != nil {
			return fmt.Errorf("section %s: %w", s.Name, err)
		}
	}
	return nil
}

func (o *object) readFuncs(syms []elf.Symbol) error {
	aligns := map[string]int{}
	for _, s := range syms {
		if name, ok := strings.CutPrefix(s.Name, alignPrefix); ok && s.Section == elf.SHN_ABS {
			aligns[name] = int(s.Value)
			continue
		}
		if elf.ST_TYPE(s.Info) != elf.STT_FUNC || int(s.Section) >= len(o.secs) || s.Section == elf.SHN_UNDEF {
			continue
		}
		sec := o.secs[s.Section]
		if other := o.bySec[sec]; other != nil {
			return fmt.Errorf("functions %s and %s share section %s; compile with -ffunction-sections", other.name, s.Name, sec.name)
		}
		if s.Value != 0 || s.Size != uint64(len(sec.data)) {
			return fmt.Errorf("function %s is not the whole of section %s; compile with -ffunction-sections", s.Name, sec.name)
		}
		fn := &function{name: s.Name, sec: sec}
		o.funcs[s.Name], o.bySec[sec] = fn, fn
	}
	for name, fn := range o.funcs {
		fn.align = aligns[name]
		if a := fn.align; a != 0 && (a < 0 || a > 64 || a&(a-1) != 0) {
			return fmt.Errorf("function %s wants SP aligned to %d, want at most 64", name, a)
		}
	}
	return nil
}

// relaSize is the size of an Elf64_Rela.
const relaSize = 24

func (o *object) readRelocs(f *elf.File, syms []elf.Symbol) error {
	for _, s := range f.Sections {
		if s.Type == elf.SHT_REL {
			return fmt.Errorf("section %s: relocations without addends, want RELA", s.Name)
		}
		if s.Type != elf.SHT_RELA || int(s.Info) >= len(o.secs) {
			continue
		}
		sec := o.secs[s.Info]
		data, err := s.Data()
		if err != nil {
			return fmt.Errorf("section %s: %w", s.Name, err)
		}
		for ; len(data) >= relaSize; data = data[relaSize:] {
			info := binary.LittleEndian.Uint64(data[8:])
			r := reloc{
				off: int(binary.LittleEndian.Uint64(data)),
				typ: uint32(info),
				add: int64(binary.LittleEndian.Uint64(data[16:])),
			}
			if n := int(info >> 32); n > 0 && n <= len(syms) {
				r.sym = o.symbol(syms[n-1])
			}
			if sec.flags&elf.SHF_ALLOC != 0 && (r.off < 0 || r.off > len(sec.data)-4) {
				return fmt.Errorf("section %s: a relocation at %#x, beyond its end", sec.name, r.off)
			}
			sec.relocs = append(sec.relocs, r)
		}
	}
	return nil
}

func (o *object) symbol(s elf.Symbol) symbol {
	sym := symbol{name: s.Name, value: int(s.Value), whole: elf.ST_TYPE(s.Info) == elf.STT_SECTION}
	if s.Section != elf.SHN_UNDEF && int(s.Section) < len(o.secs) {
		sym.sec = o.secs[s.Section]
		if sym.whole {
			sym.name = sym.sec.name
		}
	}
	return sym
}
