package runtimecache

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const envArg = "UOPC_TEST_ARG"

func init() {
	children["make"] = childMake
	children["hang"] = childHang
	children["write"] = childWrite
}

var bigPayload = bytes.Repeat([]byte("machine code "), 1<<16)

// childMake waits for its standard input to close, so that all start at once.
func childMake() {
	c, err := Open("")
	check(err)
	io.Copy(io.Discard, os.Stdin)
	data, hit, err := c.Do("shared", func() ([]byte, error) {
		log, err := os.OpenFile(os.Getenv(envArg), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		check(err)
		fmt.Fprintln(log, os.Getpid())
		check(log.Close())
		time.Sleep(100 * time.Millisecond) // long enough for the others to arrive
		return bigPayload, nil
	})
	check(err)
	fmt.Println(hit, bytes.Equal(data, bigPayload))
}

func TestEightProcessesMakeOnce(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "makes")
	const n = 8
	var cmds [n]*exec.Cmd
	var outs [n]bytes.Buffer
	var gates [n]io.Closer
	for i := range cmds {
		cmds[i] = child(t, "make", envDir+"="+filepath.Join(dir, "cache"), envArg+"="+log)
		cmds[i].Stdout = &outs[i]
		gate, err := cmds[i].StdinPipe()
		if err == nil {
			err = cmds[i].Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		gates[i] = gate
	}
	for _, g := range gates {
		g.Close()
	}
	got := map[string]int{}
	for i, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v", i, err)
		}
		got[strings.TrimSpace(outs[i].String())]++
	}
	if got["false true"] != 1 || got["true true"] != n-1 {
		t.Errorf("got %v (hit, data is right), want one miss and %d hits", got, n-1)
	}
	makes, err := os.ReadFile(log)
	if err != nil || bytes.Count(makes, []byte("\n")) != 1 {
		t.Errorf("makers %q (%v), want one", makes, err)
	}
}

func childHang() {
	c, err := Open("")
	check(err)
	c.Do("shared", func() ([]byte, error) {
		fmt.Println("making")
		time.Sleep(time.Hour) // until it is killed
		return nil, nil
	})
}

func TestKilledMakerIsReplaced(t *testing.T) {
	dir := t.TempDir()
	cmd := child(t, "hang", envDir+"="+dir)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "making\n" {
		t.Fatalf("child said %q, %v", line, err)
	}
	c, w := openAt(t, dir)
	if _, err := acquire(c.lockPath(entryID("shared")), false); err != errLocked {
		t.Fatalf("while the maker lives: %v, want %v", err, errLocked)
	}
	result := make(chan string)
	go func() { // waits for the living maker
		data, hit, err := c.Do("shared", ofBytes([]byte("made again")))
		result <- fmt.Sprintf("%s %v %v", data, hit, err)
	}()
	select {
	case r := <-result:
		t.Fatalf("Do returned %q while another process was making", r)
	case <-time.After(50 * time.Millisecond):
	}
	cmd.Process.Kill()
	cmd.Wait()
	if got := <-result; got != "made again false <nil>" {
		t.Errorf("got %q, want a make", got)
	}
	w.want(t, 0)
}

func childWrite() {
	c, err := Open("")
	check(err)
	fmt.Println("writing")
	for i := 0; ; i++ {
		check(c.Put(Key("entry", fmt.Sprint(i)), bigPayload))
	}
}

// TestKilledWriterLeavesNothingHalf kills a process at random moments of
// writing; whatever has an entry's name must be whole.
func TestKilledWriterLeavesNothingHalf(t *testing.T) {
	rng := seeded(t)
	rounds := 10
	if testing.Short() {
		rounds = 3
	}
	whole, temps := 0, 0
	for range rounds {
		dir := t.TempDir()
		cmd := child(t, "write", envDir+"="+dir)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		bufio.NewReader(out).ReadString('\n')
		time.Sleep(time.Duration(rng.IntN(20_000)) * time.Microsecond)
		cmd.Process.Kill()
		cmd.Wait()
		c, w := openAt(t, dir)
		for _, f := range files(t, dir) {
			if !strings.Contains(f, string(filepath.Separator)+"entry"+string(filepath.Separator)) {
				continue
			}
			if strings.HasPrefix(filepath.Base(f), tempPrefix) {
				temps++
				continue
			}
			if got, ok := c.Get(filepath.Base(f)); !ok || !bytes.Equal(got, bigPayload) {
				t.Errorf("%s is not whole", f)
			}
			whole++
		}
		w.want(t, 0)
	}
	t.Logf("%d whole entries, %d temporary files left by kills", whole, temps)
}
