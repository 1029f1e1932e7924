package difftest

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/render"
	"github.com/uopc/uopc/uopc/uop"
)

// goKernel is a kernel in Go, and what its caller must know.
type goKernel struct {
	src, check *render.GoSource // check may be nil
	sig        *uop.Signature
	place      int // in the program of its batch
}

var goNames atomic.Int64

func newGoKernel(low *uop.UOp) (*goKernel, error) {
	id := goNames.Add(1)
	k := &goKernel{}
	var err error
	if k.sig, err = uop.SignatureOf(low); err != nil {
		return nil, err
	}
	for _, p := range k.sig.Params {
		if _, ok := p.Shape.Count(); p.Result && !ok {
			return nil, fmt.Errorf("the result %s has a size that is not a number", p.Name)
		}
	}
	if k.src, err = render.Go(low, render.GoOptions{Name: fmt.Sprintf("k%d", id)}); err != nil {
		return nil, err
	}
	chk, _, err := lower.Check(low)
	if err != nil || chk == nil {
		return k, err
	}
	k.check, err = render.Go(chk, render.GoOptions{Name: fmt.Sprintf("check%d", id)})
	return k, err
}

// buildGo makes one program of all the kernels. It reads runs from standard input: the number of
// the kernel, then arguments; and answers each with a status, then bits.
func buildGo(dir string, cases []*testCase) (bin string, err error) {
	var forms []*render.GoSource
	var calls strings.Builder
	n := 0
	for _, c := range cases {
		if !c.code {
			continue
		}
		c.goForm.place = n
		n++
		forms = append(forms, c.goForm.src)
		if c.goForm.check != nil {
			forms = append(forms, c.goForm.check)
		}
		c.goForm.writeCall(&calls)
	}
	if n == 0 {
		return "", nil
	}
	text, err := render.GoFile("main", forms...)
	if err != nil {
		return "", err
	}
	for name, text := range map[string]string{
		"go.mod": "module kernels\n\ngo 1.24\n", "kernels.go": text,
		"main.go": goMain + "var kernels = []func(){\n" + calls.String() + "}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	cmd := exec.Command("go", "build", "-o", "kernels", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "CGO_ENABLED=0", "GOOS=", "GOARCH=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return filepath.Join(dir, "kernels"), nil
}

// writeCall writes the function that reads the arguments of one kernel, calls it and writes what
// it left.
func (k *goKernel) writeCall(b *strings.Builder) {
	b.WriteString("\tfunc() {\n")
	var names []string
	for i, p := range k.src.Params {
		d := k.sig.Params[p.Slot].DType
		names = append(names, fmt.Sprintf("a%d", i))
		if strings.HasPrefix(p.Type, "[]") {
			fmt.Fprintf(b, "\t\ta%d := slice(from_%s)\n", i, d)
			continue
		}
		fmt.Fprintf(b, "\t\ta%d := %s(from_%s(get()))\n", i, p.Type, d)
	}
	args := strings.Join(names, ", ")
	if k.check != nil {
		fmt.Fprintf(b, "\t\tif bad, limit := %s(%s); limit >= 0 {\n\t\t\tpanic(fmt.Sprintf(\"index %%d is outside [0, %%d)\", bad, limit))\n\t\t}\n", k.check.Name, args)
	}
	var rets []string
	for i := range k.src.Results {
		rets = append(rets, fmt.Sprintf("r%d", i))
	}
	if len(rets) > 0 {
		fmt.Fprintf(b, "\t\t%s := ", strings.Join(rets, ", "))
	}
	fmt.Fprintf(b, "%s(%s)\n", k.src.Name, args)
	for i, r := range k.src.Results {
		d := k.sig.Ret
		if r.Slot >= 0 {
			d = k.sig.Params[r.Slot].DType
		}
		t := d.GoName()
		if strings.HasPrefix(r.Type, "[") {
			fmt.Fprintf(b, "\t\tfor _, x := range r%d {\n\t\t\tput(to_%s(x))\n\t\t}\n", i, d)
			continue
		}
		fmt.Fprintf(b, "\t\tput(to_%s(%s(r%d)))\n", d, t, i)
	}
	for i, p := range k.src.Params {
		if strings.HasPrefix(p.Type, "[]") {
			fmt.Fprintf(b, "\t\tfor _, x := range a%d {\n\t\t\tput(to_%s(x))\n\t\t}\n", i, k.sig.Params[p.Slot].DType)
		}
	}
	b.WriteString("\t},\n")
}

// compareGo runs every case in the Go program.
func (h *harness) compareGo(cases []*testCase, bin string) {
	if bin == "" {
		return
	}
	type run struct {
		c *testCase
		j int
	}
	var runs []run
	var in bytes.Buffer
	for _, c := range cases {
		for j := 0; c.code && j < len(c.args); j++ {
			if bound, err := interp.BindSizes(c.goForm.sig, clone(c.args[j])); err == nil {
				c.goForm.encode(&in, bound)
				runs = append(runs, run{c, j})
			}
		}
	}
	cmd := exec.Command(bin)
	cmd.Stdin = &in
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		h.t.Errorf("the Go forms: %v\n%s", err, msg.String())
		return
	}
	r := bufio.NewReader(&out)
	for _, x := range runs {
		o, err := x.c.goForm.decode(r, clone(x.c.args[x.j]))
		if err != nil {
			h.t.Errorf("the Go forms stopped early: %v", err)
			return
		}
		h.check(x.c, x.j, "go", o)
	}
}

func (k *goKernel) encode(b *bytes.Buffer, args []*interp.Value) {
	put := func(v uint64) { _ = binary.Write(b, binary.LittleEndian, v) }
	put(uint64(k.place))
	for _, p := range k.src.Params {
		v := args[p.Slot]
		switch {
		case v == nil:
			put(0)
		case strings.HasPrefix(p.Type, "[]"):
			put(uint64(len(v.Bits)))
			fallthrough
		default:
			for _, x := range v.Bits {
				put(x)
			}
		}
	}
}

// decode reads one answer into args, which start as what was given.
func (k *goKernel) decode(r *bufio.Reader, args []*interp.Value) (o outcome, err error) {
	get := func() (v uint64) {
		if err == nil {
			err = binary.Read(r, binary.LittleEndian, &v)
		}
		return v
	}
	o.args = args
	status, n := get(), get()
	if status != 0 {
		msg := make([]byte, n)
		for i := range msg {
			msg[i] = byte(get())
		}
		o.err = errors.New(string(msg))
		return o, err
	}
	take := func(d uop.DType, n int) []uint64 {
		bits := make([]uint64, n)
		for i := range bits {
			bits[i] = contract.Canon(d, get())
		}
		return bits
	}
	if k.sig.Ret != uop.Void {
		o.results = append(o.results, interp.Scalar(k.sig.Ret, take(k.sig.Ret, 1)[0]))
	}
	for _, p := range k.sig.Params {
		if p.Result {
			count, _ := p.Shape.Count()
			o.results = append(o.results, interp.Vector(p.DType, take(p.DType, int(count))...))
		}
	}
	for _, p := range k.src.Params {
		if strings.HasPrefix(p.Type, "[]") {
			v := args[p.Slot]
			v.Bits = take(v.DType, len(v.Bits))
		}
	}
	return o, err
}
