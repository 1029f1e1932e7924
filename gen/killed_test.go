//go:build unix

package gen

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/uopc/uopc/internal/outside"
)

// TestKilled kills a run, with all that it started, at random moments. Every file is then whole:
// as before or as after; and the next run leaves nothing behind.
func TestKilled(t *testing.T) {
	needClang(t)
	mod := newModule(t)
	pkg := filepath.Join(mod, "k")
	writeFile(t, filepath.Join(pkg, "two.uir"), readFile(t, "testdata/defs/two.uir"))
	exe := filepath.Join(t.TempDir(), "uopc-gen")
	goTool(t, outside.Repo(), nil, "build", "-o", exe, "./cmd/uopc-gen")
	generate := func() *exec.Cmd {
		cmd := exec.Command(exe, "two.uir")
		cmd.Dir = pkg
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		return cmd
	}
	start := time.Now()
	if out, err := generate().CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := time.Since(start)
	states := []Files{{}, nil}
	var err error
	if states[1], err = existing(pkg); err != nil {
		t.Fatal(err)
	}
	// The other version of the input, and what it makes.
	input := filepath.Join(pkg, "two.uir")
	versions := []string{readFile(t, input), strings.ReplaceAll(readFile(t, input), "0.0", "0.5")}
	writeFile(t, input, versions[1])
	if out, err := generate().CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if states[0], err = existing(pkg); err != nil {
		t.Fatal(err)
	}
	seed := time.Now().UnixNano()
	if s := os.Getenv("TEST_SEED"); s != "" {
		if seed, err = strconv.ParseInt(s, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("TEST_SEED=%d", seed)
	r := rand.New(rand.NewSource(seed))
	killed := 0
	for i := range 8 {
		writeFile(t, input, versions[i%2])
		cmd := generate()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(whole/2 + time.Duration(r.Int63n(int64(whole))))
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may have ended already
		if cmd.Wait() != nil {
			killed++
		}
		now, err := existing(pkg)
		if err != nil {
			t.Fatal(err)
		}
		for name, data := range now {
			if string(data) != string(states[0][name]) && string(data) != string(states[1][name]) {
				t.Errorf("round %d: %s is neither the old nor the new file", i, name)
			}
		}
		if fmt.Sprint(now.names()) != fmt.Sprint(states[0].names()) {
			t.Errorf("round %d: the files are %v", i, now.names())
		}
	}
	t.Logf("%d of 8 runs were killed", killed)
	// What a run leaves when it dies between writing and renaming goes with the next run.
	for _, f := range []string{tempPrefix + "1", "uir/" + tempPrefix + "2"} {
		writeFile(t, filepath.Join(pkg, f), "half")
	}
	mustRun(t, Config{Dir: pkg, Inputs: []string{"two.uir"}})
	for name := range tree(t, pkg) {
		if strings.Contains(name, tempPrefix) {
			t.Errorf("%s is still there", name)
		}
	}
}
