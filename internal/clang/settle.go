package clang

import (
	"fmt"
	"strconv"
	"strings"
)

// Settle rewrites clang's assembly text for amd64 so that SP's depth below the
// entry is a constant at every instruction, each change of it is one
// instruction, and the unwind tables say so. gen/asmlink needs that, because
// Go's assembler follows SP line by line. Two things are changed:
//
//   - Where the depth jumps without an instruction, after a RET or JMP in the
//     middle of a function, an ADD or SUB that never runs is put in front.
//   - A function that aligns its stack by hand (ANDQ $-64, SP) is made to rely
//     on an aligned entry, so that the AND becomes a SUB of a known amount. The
//     symbol AlignPrefix+name holds the alignment that is then relied on.
//
// A function that does something else with SP is left as it is; its unwind
// tables tell the linker, which refuses it.
func Settle(text string) string {
	var out, fn []string
	for _, line := range strings.Split(text, "\n") {
		word, _ := cutInstr(line)
		switch {
		case word == ".cfi_startproc":
			out = append(out, line)
			fn = []string{}
		case word == ".cfi_endproc":
			out = append(out, settleFunc(fn, lastLabel(out))...)
			out = append(out, line)
			fn = nil
		case fn != nil:
			fn = append(fn, line)
		default:
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// AlignPrefix begins the name of an absolute symbol whose value is what a
// function wants SP to be a multiple of right before it is called.
const AlignPrefix = "uopc.align."

// lastLabel finds the name of the function whose body is about to begin.
func lastLabel(lines []string) string {
	for i := len(lines) - 1; i >= 0; i-- {
		word, _ := cutInstr(lines[i])
		if name, ok := strings.CutSuffix(word, ":"); ok {
			return name
		}
	}
	return ""
}

// cutInstr splits a line into its first word and its operands, without comment.
func cutInstr(line string) (word, args string) {
	if i := strings.IndexByte(line, '#'); i >= 0 {
		line = line[:i]
	}
	line = strings.TrimSpace(line)
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		return line[:i], strings.TrimSpace(line[i:])
	}
	return line, ""
}

// entryDepth is SP's distance below the CFA at a function's entry.
const entryDepth = 8

// A settler rewrites one function. A depth is a distance below the CFA.
type settler struct {
	out     []string
	depth   int   // at this point
	barrier int   // length of out after a RET or JMP, while nothing follows; -1 where code falls through
	saved   []int // depths of .cfi_remember_state
	framed  bool  // RBP keeps the CFA: the tables do not tell the depth
	body    int   // framed: the depth of the body, from the first epilogue on
	align   int   // framed: what the entry must be aligned to
	failed  bool
}

func settleFunc(lines []string, name string) []string {
	s := &settler{depth: entryDepth, barrier: -1}
	for _, line := range lines {
		s.line(line)
		if s.failed {
			return lines
		}
	}
	if s.align > 0 {
		s.out = append(s.out, fmt.Sprintf("\t.set\t%s%s, %d", AlignPrefix, name, s.align))
	}
	return s.out
}

func (s *settler) line(line string) {
	word, args := cutInstr(line)
	switch {
	case strings.HasPrefix(word, ".cfi_"):
		s.cfi(line, word, args)
	case word == "" || word[0] == '.' || strings.HasSuffix(word, ":"):
		s.out = append(s.out, line)
	default:
		s.instr(line, word, args)
	}
}

// cfi handles a line of the unwind tables.
func (s *settler) cfi(line, word, args string) {
	keep := true
	switch word {
	case ".cfi_def_cfa_offset":
		if s.framed {
			s.failed = true
			return
		}
		s.moveTo(s.number(args))
	case ".cfi_adjust_cfa_offset":
		s.moveTo(s.depth + s.number(args))
	case ".cfi_def_cfa_register":
		s.failed = s.failed || s.framed || args != "%rbp" || s.depth != 16
		s.framed, keep = true, false
	case ".cfi_def_cfa":
		s.defCFA(args)
		keep = false
	case ".cfi_remember_state":
		s.saved = append(s.saved, s.depth)
	case ".cfi_restore_state":
		if len(s.saved) == 0 || s.framed {
			s.failed = true
			return
		}
		s.moveTo(s.saved[len(s.saved)-1])
		s.saved = s.saved[:len(s.saved)-1]
	}
	if keep {
		s.out = append(s.out, line)
	}
}

// defCFA is where a framed function's body and epilogue take turns.
func (s *settler) defCFA(args string) {
	switch {
	case s.framed && args == "%rsp, 8":
		s.moveTo(entryDepth)
		s.failed = s.failed || s.depth != entryDepth
	case s.framed && args == "%rbp, 16" && s.body > 0:
		s.moveTo(s.body)
		s.failed = s.failed || s.depth != s.body
	default:
		s.failed = true
	}
}

// moveTo notes that the depth is d from here on. Behind a barrier an
// instruction is put in that never runs. In a framed function the instructions
// alone move the depth.
func (s *settler) moveTo(d int) {
	if d == s.depth || s.failed {
		return
	}
	if s.barrier >= 0 {
		rest := append([]string{}, s.out[s.barrier:]...)
		s.out = append(s.out[:s.barrier], adjust(d-s.depth), cfaOffset(d))
		s.out = append(s.out, rest...)
		s.barrier += 2
		s.depth = d
		return
	}
	if !s.framed {
		s.depth = d
	}
}

func (s *settler) instr(line, word, args string) {
	s.barrier = -1
	if s.framed && s.movesSP(word, args) {
		return
	}
	s.out = append(s.out, normal(line, word, args))
	if word == "retq" || word == "ret" || word == "ud2" || strings.HasPrefix(word, "jmp") {
		s.barrier = len(s.out)
	}
}

// normal gives an ADD to SP or a SUB from it the encoding that adjust has.
func normal(line, word, args string) string {
	n, isImm := immOf(args, ", %rsp")
	switch {
	case isImm && word == "subq":
		return adjust(n)
	case isImm && word == "addq":
		return adjust(-n)
	}
	return line
}

// movesSP rewrites an instruction of a framed function that moves SP.
func (s *settler) movesSP(word, args string) bool {
	to := s.depth
	line := "\t" + word + "\t" + args
	n, isImm := immOf(args, ", %rsp")
	switch {
	case word == "pushq":
		to += 8
	case word == "popq":
		to -= 8
	case word == "subq" && isImm:
		to += n
		line = adjust(n)
	case word == "addq" && isImm:
		to -= n
		line = adjust(-n)
	case word == "andq" && isImm && n < 0 && -n <= 64 && -n&(-n-1) == 0 && s.body == 0:
		to = (s.depth - n - 1) / -n * -n
		s.align = max(s.align, -n)
		line = adjust(to - s.depth)
	case word == "movq" && args == "%rbp, %rsp":
		s.body, to = s.depth, 16
		line = adjust(to - s.depth)
	case word == "leaq" && strings.HasSuffix(args, "(%rbp), %rsp"):
		s.body = s.depth
		to = 16 - s.number(strings.TrimSuffix(args, "(%rbp), %rsp"))
		line = adjust(to - s.depth)
	default:
		s.failed = s.failed || strings.HasSuffix(args, "%rsp") || strings.HasSuffix(args, "%esp")
		return false
	}
	if to != s.depth {
		s.out = append(s.out, line, cfaOffset(to))
	}
	s.depth = to
	return true
}

// adjust is the instruction that moves SP down by n, in the encoding that Go's
// ADJSP has: 128 is written as -128, which is shorter.
func adjust(n int) string {
	if n == 128 || n < 0 && n != -128 {
		return fmt.Sprintf("\taddq\t$%d, %%rsp", -n)
	}
	return fmt.Sprintf("\tsubq\t$%d, %%rsp", n)
}

func cfaOffset(d int) string { return fmt.Sprintf("\t.cfi_def_cfa_offset %d", d) }

// number reads a decimal number; a bad one fails the function.
func (s *settler) number(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	s.failed = s.failed || err != nil
	return n
}

// immOf reads "$n" in front of the given rest of the operands.
func immOf(args, rest string) (int, bool) {
	text, ok := strings.CutSuffix(args, rest)
	if !ok || !strings.HasPrefix(text, "$") {
		return 0, false
	}
	n, err := strconv.Atoi(text[1:])
	return n, err == nil
}
