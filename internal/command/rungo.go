package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/render"
	"github.com/uopc/uopc/uopc/uop"
)

// runGoProgram writes a program that holds the kernel in Go and its arguments as bits, runs it
// and reads back the bits of places and results.
func runGoProgram(dir string, low, chk *uop.UOp, sig *uop.Signature, vals []*interp.Value) ([]*interp.Value, error) {
	src, err := render.Go(low, render.GoOptions{Name: "kernel"})
	if err != nil {
		return nil, err
	}
	forms := []*render.GoSource{src}
	if chk != nil {
		c, err := render.Go(chk, render.GoOptions{Name: "check"})
		if err != nil {
			return nil, err
		}
		forms = append(forms, c)
	}
	kernelText, err := render.GoFile("main", forms...)
	if err != nil {
		return nil, err
	}
	files := map[string]string{"go.mod": "module kernel\n\ngo 1.24\n", "kernel.go": kernelText}
	files["main.go"], err = mainText(sig, src, chk != nil, vals)
	if err != nil {
		return nil, err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "CGO_ENABLED=0", "GOOS=", "GOARCH=")
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		if strings.HasPrefix(msg.String(), "index ") {
			first, _, _ := strings.Cut(msg.String(), "\n")
			return nil, fmt.Errorf("%s", first)
		}
		return nil, fmt.Errorf("the Go program failed: %w\n%s", err, strings.TrimSpace(msg.String()))
	}
	return readGoOutput(out.Bytes(), sig, vals)
}

// goOutput is what the program prints: the bits of each place by slot, and of each result.
type goOutput struct {
	Places  map[int][]uint64
	Results []uint64
}

func readGoOutput(text []byte, sig *uop.Signature, vals []*interp.Value) ([]*interp.Value, error) {
	var o goOutput
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, fmt.Errorf("the Go program printed what cannot be read: %w", err)
	}
	for slot, bits := range o.Places {
		d := vals[slot].DType
		for i, b := range bits {
			vals[slot].Bits[i] = contract.Canon(d, b)
		}
	}
	var out []*interp.Value
	if sig.Ret != uop.Void {
		out = append(out, interp.Scalar(sig.Ret, contract.Canon(sig.Ret, o.Results[0])))
		o.Results = o.Results[1:]
	}
	for _, p := range sig.Params {
		if !p.Result {
			continue
		}
		v := &interp.Value{DType: p.DType}
		n := int64(1)
		for _, d := range p.Shape {
			v.Shape = append(v.Shape, d.N)
			n *= d.N
		}
		if n == 1 && len(v.Shape) == 1 {
			v.Shape = nil
		}
		for _, b := range o.Results[:n] {
			v.Bits = append(v.Bits, contract.Canon(p.DType, b))
		}
		o.Results = o.Results[n:]
		out = append(out, v)
	}
	return out, nil
}

// mainText writes the program's main: literal bits in, JSON bits out.
func mainText(sig *uop.Signature, src *render.GoSource, checked bool, vals []*interp.Value) (string, error) {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"encoding/json\"\n\t\"fmt\"\n\t\"math\"\n\t\"os\"\n)\n\n")
	b.WriteString(mainHelpers)
	b.WriteString("func main() {\n\tplaces := map[int][]uint64{}\n\tvar results []uint64\n")
	var names []string
	for _, p := range src.Params {
		v := vals[p.Slot]
		prm := sig.Params[p.Slot]
		name := fmt.Sprintf("a%d", p.Slot)
		names = append(names, name)
		if v == nil {
			fmt.Fprintf(&b, "\tvar %s %s\n", name, p.Type)
			continue
		}
		from := "from_" + prm.DType.String()
		if !prm.Mem {
			if prm.DType == uop.Index {
				from = "int"
			}
			fmt.Fprintf(&b, "\t%s := %s(uint64(%d))\n", name, from, v.Bits[0])
			if prm.DType == uop.Index {
				s := b.String()
				b.Reset()
				b.WriteString(strings.TrimSuffix(s, fmt.Sprintf("\t%s := int(uint64(%d))\n", name, v.Bits[0])))
				fmt.Fprintf(&b, "\t%s := %d\n", name, int64(v.Bits[0]))
			}
			continue
		}
		fmt.Fprintf(&b, "\tvar %s %s\n\tfor _, x := range []uint64{", name, p.Type)
		for i, x := range v.Bits {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprint(&b, x)
		}
		fmt.Fprintf(&b, "} {\n\t\t%s = append(%s, %s(x))\n\t}\n", name, name, from)
	}
	args := strings.Join(names, ", ")
	if checked {
		fmt.Fprintf(&b, "\tif bad, limit := check(%s); limit >= 0 {\n\t\tfmt.Fprintf(os.Stderr, \"index %%d is outside [0, %%d)\\n\", bad, limit)\n\t\tos.Exit(1)\n\t}\n", args)
	}
	if err := resultText(&b, sig, src, args); err != nil {
		return "", err
	}
	for _, p := range src.Params {
		if prm := sig.Params[p.Slot]; prm.Mem {
			fmt.Fprintf(&b, "\tplaces[%d] = []uint64{}\n\tfor _, x := range a%d {\n\t\tplaces[%d] = append(places[%d], to_%s(x))\n\t}\n", p.Slot, p.Slot, p.Slot, p.Slot, prm.DType)
		}
	}
	b.WriteString("\tif err := json.NewEncoder(os.Stdout).Encode(map[string]any{\"Places\": places, \"Results\": results}); err != nil {\n\t\tfmt.Fprintln(os.Stderr, err)\n\t\tos.Exit(1)\n\t}\n\t_ = math.Pi\n}\n")
	return b.String(), nil
}

// resultText calls the kernel and collects its results.
func resultText(b *strings.Builder, sig *uop.Signature, src *render.GoSource, args string) error {
	var outs []string
	for i := range src.Results {
		outs = append(outs, fmt.Sprintf("r%d", i))
	}
	if len(outs) > 0 {
		b.WriteString("\t" + strings.Join(outs, ", ") + " := ")
	} else {
		b.WriteString("\t")
	}
	fmt.Fprintf(b, "kernel(%s)\n", args)
	for i, r := range src.Results {
		d := sig.Ret
		if r.Slot >= 0 {
			d = sig.Params[r.Slot].DType
		}
		if strings.HasPrefix(r.Type, "[") {
			fmt.Fprintf(b, "\tfor _, x := range r%d {\n\t\tresults = append(results, to_%s(x))\n\t}\n", i, d)
			continue
		}
		conv := fmt.Sprintf("to_%s(r%d)", d, i)
		if d == uop.Index {
			conv = fmt.Sprintf("uint64(r%d)", i)
		}
		fmt.Fprintf(b, "\tresults = append(results, %s)\n", conv)
	}
	return nil
}

// mainHelpers convert elements from and to bits.
var mainHelpers = func() string {
	var b strings.Builder
	for _, d := range uop.ValueDTypes() {
		t := d.GoName()
		from, to := t+"(x)", "uint64(x)"
		switch d {
		case uop.Bool:
			b.WriteString("func from_bool(x uint64) bool { return x != 0 }\n\nfunc to_bool(x bool) uint64 {\n\tif x {\n\t\treturn 1\n\t}\n\treturn 0\n}\n\n")
			continue
		case uop.F32:
			from, to = "math.Float32frombits(uint32(x))", "uint64(math.Float32bits(x))"
		case uop.F64:
			from, to = "math.Float64frombits(x)", "math.Float64bits(x)"
		}
		fmt.Fprintf(&b, "func from_%s(x uint64) %s { return %s }\n\nfunc to_%s(x %s) uint64 { return %s }\n\n", d, t, from, d, t, to)
	}
	return b.String()
}()
