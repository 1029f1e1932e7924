package clang

// A flag is one word of clang's command line, and why it stands there.
type flag struct {
	text string
	why  string
	when func(Target) bool // nil is always
}

// flags is the whole command line but for the input and the output.
var flags = []flag{
	// What the C means.
	{"-std=c11", "the dialect that the renderer writes", nil},
	{"-O3", "vectorises and unrolls; no lower level does both", nil},
	{"-fno-slp-vectorize", "clang 19's takes the sign out of (double)(uint64_t)(int16_t)x; loops are vectorised without it", nil},
	{"-mllvm=-unroll-full-max-count=16", "else a loop over 32 lanes is unrolled before it can be vectorised", nil},
	{"-ffreestanding", "no libc is there to be called", nil},
	{"-fno-builtin", "else loops become calls of memset and memcpy", nil},
	{"-nostdlibinc", "only clang's own headers, not those of this machine", nil},
	{"-fwrapv", "signed overflow wraps, as the contract says", nil},
	{"-ffp-contract=off", "a*b+c rounds twice unless the kernel says fma", nil},
	{"-fno-fast-math", "floats are IEEE, also if a wrapper script thinks otherwise", nil},
	{"-fno-math-errno", "else sqrt and fma call libm to set errno", nil},

	// What the object holds.
	{"-fno-ident", "the compiler's version belongs in the lock file", nil},
	{"-fdebug-compilation-dir=.", "with -g, no path of this machine", nil},
	{"-fno-stack-protector", "its canary lives in a libc", nil},
	{"-fPIC", "code may land at any address", notWindows},
	{"-ffunction-sections", "a kernel can be taken out alone", nil},
	{"-fdata-sections", "and takes only its own constants along", nil},
	{"-fno-asynchronous-unwind-tables", "nothing unwinds through a shared object's kernels", isDylib},
	{"-fasynchronous-unwind-tables", "the linker reads the stack's depth at every instruction from them", isAsm},
	{"-fvisibility=hidden", "calls and constants go direct, not through a GOT", isAsm},
	{"-fomit-frame-pointer", "SP's depth is then a constant at every instruction", isAsm},

	// amd64.
	{"-march=x86-64-v2", "an explicit instruction set, never this machine's", level("v2")},
	{"-march=x86-64-v3", "an explicit instruction set, never this machine's", level("v3")},
	{"-march=x86-64-v4", "an explicit instruction set, never this machine's", level("v4")},
	{"-mprefer-vector-width=512", "clang halves vectors on v4 by default", level("v4")},
	{"-fcf-protection=none", "some systems' clang adds ENDBR64, which nothing here needs", arch("amd64", "386")},
	{"-mno-red-zone", "a goroutine's stack may end right below SP", asmOn("amd64")},
	{"-mstack-alignment=8", "Go aligns SP to 8 bytes only", asmOn("amd64")},

	// arm64.
	{"-march=armv8-a", "what every arm64 that Go runs on has", arch("arm64")},
	{"-mcmodel=tiny", "constants by ADR: a Go symbol keeps no page relocation", asmOn("arm64")},
	{"-ffixed-x18", "the platform's register on darwin and windows", arch("arm64")},
	{"-ffixed-x28", "holds g, and Go's signal handler reads it", asmOn("arm64")},

	// The others, each at the least machine that Go itself wants.
	{"-msse2", "floats in SSE registers, where they round once", arch("386")},
	{"-mfpmath=sse", "not on the x87 stack, where they round twice", arch("386")},
	{"-mfpu=vfpv3-d16", "no NEON: on 32-bit arm it flushes subnormals to zero", arch("arm")},
	{"-mcpu=power8", "GOPPC64=power8", arch("ppc64le")},
	{"-march=z13", "Go's least s390x", arch("s390x")},
	{"-march=rv64gc", "GORISCV64=rva20u64, without what is optional", arch("riscv64")},
	{"-mabi=lp64d", "floats in registers, as on every riscv64 Linux", arch("riscv64")},
}

func notWindows(t Target) bool { return t.OS != "windows" }
func isDylib(t Target) bool    { return t.Mode == Dylib }
func isAsm(t Target) bool      { return t.Mode == Asm }

func level(l string) func(Target) bool {
	return func(t Target) bool { return t.Arch == "amd64" && t.Level == l }
}

func arch(names ...string) func(Target) bool {
	return func(t Target) bool {
		for _, n := range names {
			if t.Arch == n {
				return true
			}
		}
		return false
	}
}

func asmOn(name string) func(Target) bool {
	return func(t Target) bool { return t.Mode == Asm && t.Arch == name }
}

// Flags returns the words of clang's command line that decide what code comes
// out for t, in order. Lock files keep them.
func Flags(t Target) []string {
	words := []string{"--target=" + t.Triple()}
	for _, f := range flags {
		if f.when == nil || f.when(t) {
			words = append(words, f.text)
		}
	}
	return words
}
