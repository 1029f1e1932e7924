package clang

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Env names the environment variable that picks the compiler.
const Env = "UOPC_CC"

// MinMajor is the oldest clang, and MinAppleMajor the oldest Apple clang (which
// counts its versions apart), whose unwind tables and flags are good enough.
const (
	MinMajor      = 17
	MinAppleMajor = 15
)

// candidates are tried in order: first the version that the shipped kernels
// were made with.
var candidates = []string{"clang-19", "clang-20", "clang-18", "clang-17", "clang"}

const cure = "install it (Debian: apt-get install clang-19; macOS: xcode-select --install)"

// ErrNotFound is the error of Find when there is no clang at all.
var ErrNotFound = errors.New("no clang found (looked for " + strings.Join(candidates, ", ") + "); " + cure +
	", name it with " + Env + ", or use -link go, which needs none")

// A Toolchain is a clang that was found and asked for its version.
type Toolchain struct {
	Path    string   // the program to run
	Args    []string // its first arguments: for "ccache clang-19", clang-19
	Version string   // the first line of what --version prints
	Major   int      // 19 for clang 19.1.7; Apple's own number on a Mac
}

// Find looks for clang: cc when it is not empty, else what UOPC_CC says, else
// the usual names on PATH. Both cc and UOPC_CC may hold arguments, as in
// "ccache clang-19", split at spaces with shell-like quotes.
func Find(cc string) (*Toolchain, error) {
	from := "-cc"
	if cc == "" {
		cc, from = os.Getenv(Env), Env
	}
	if strings.TrimSpace(cc) != "" {
		return findNamed(cc, from)
	}
	var tooOld error
	for _, name := range candidates {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		tc, err := probe(path, nil)
		if err == nil {
			return tc, nil
		}
		if tooOld == nil {
			tooOld = err
		}
	}
	if tooOld != nil {
		return nil, tooOld
	}
	return nil, ErrNotFound
}

func findNamed(cc, from string) (*Toolchain, error) {
	words, err := split(cc)
	if err != nil {
		return nil, fmt.Errorf("%s is %q: %w", from, cc, err)
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		return nil, fmt.Errorf("%s is %q, but there is no program %s; name a clang, or leave %s empty to have one looked for", from, cc, words[0], from)
	}
	return probe(path, words[1:])
}

// probe asks a program for its version.
func probe(path string, args []string) (*Toolchain, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	tc := &Toolchain{Path: path, Args: args}
	out, err := tc.run(ctx, "", "--version")
	if err != nil {
		return nil, fmt.Errorf("%s --version: %w", tc, err)
	}
	tc.Version, _, _ = strings.Cut(string(out), "\n")
	tc.Version = strings.TrimSpace(tc.Version)
	return tc, tc.checkVersion()
}

var versionRE = regexp.MustCompile(`\b(Apple )?clang version (\d+)\.`)

func (tc *Toolchain) checkVersion() error {
	m := versionRE.FindStringSubmatch(tc.Version)
	if m == nil {
		return fmt.Errorf("%s is not clang (its --version says %q); name a clang with %s", tc, tc.Version, Env)
	}
	tc.Major, _ = strconv.Atoi(m[2])
	least := MinMajor
	if m[1] != "" {
		least = MinAppleMajor
	}
	if tc.Major < least {
		return fmt.Errorf("%s is %sclang %d, want %d or newer; %s or name another with %s", tc, m[1], tc.Major, least, cure, Env)
	}
	return nil
}

// String is the command as the user would type it.
func (tc *Toolchain) String() string {
	return strings.Join(append([]string{tc.Path}, tc.Args...), " ")
}

// split cuts a command line at spaces. Quotes of both kinds keep spaces.
func split(s string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	in := false
	for _, r := range s {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, in = r, true
		case r == ' ' || r == '\t':
			if in {
				words = append(words, word.String())
				word.Reset()
				in = false
			}
		default:
			word.WriteRune(r)
			in = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c is not closed", quote)
	}
	if in {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("it names no program")
	}
	return words, nil
}
