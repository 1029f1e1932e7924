package difftest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/uopc/uopc/internal/command"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// indexExpressions are what index arithmetic is made of, with i in [0, 15], j in [0, 3] and k in
// [0, 7]: the lines of the program, and the most nodes that may be left.
var indexExpressions = []struct {
	name, text string
	nodes      int
}{
	{"(i*4+j)//4", "%a = mul %i, 4\n%b = add %a, %j\n%c = floordiv %b, 4", 1},
	{"(i*4+j)%4", "%a = mul %i, 4\n%b = add %a, %j\n%c = floormod %b, 4", 1},
	{"j%4", "%c = floormod %j, 4", 1},
	{"(i*8+k)//8", "%a = mul %i, 8\n%b = add %a, %k\n%c = floordiv %b, 8", 1},
	{"((i*4+j)//2)//2", "%a = mul %i, 4\n%b = add %a, %j\n%d = floordiv %b, 2\n%c = floordiv %d, 2", 1},
	{"(i*6+k)%6", "%a = mul %i, 6\n%b = add %a, %k\n%c = floormod %b, 6", 3},
	{"(i*6+k)//3", "%a = mul %i, 6\n%b = add %a, %k\n%c = floordiv %b, 3", 7},
	{"max(j,4)", "%c = max %j, 4", 1},
	{"j<4", "%c = cmplt %j, 4", 1},
	{"(i+3)+5", "%a = add %i, 3\n%c = add %a, 5", 3},
	{"(i*2)*3", "%a = mul %i, 2\n%c = mul %a, 3", 3},
	{"(i+k)*0", "%a = add %i, %k\n%c = mul %a, 0", 1},
}

const indexHead = `; uop v1
%i = param : dtype=i32 slot=0 min=0 max=15
%j = param : dtype=i32 slot=1 min=0 max=3
%k = param : dtype=i32 slot=2 min=0 max=7
`

// TestIndexExpressions simplifies the twelve expressions and runs them on all 512 inputs.
func TestIndexExpressions(t *testing.T) {
	h := newHarness(t)
	var cases []*testCase
	for _, x := range indexExpressions {
		text := indexHead + x.text + "\n"
		var out, msg bytes.Buffer
		if code := command.Main([]string{"simplify", "-"}, command.IO{In: strings.NewReader(text), Out: &out, Err: &msg}); code != 0 {
			t.Errorf("%s: exit code %d: %s", x.name, code, msg.String())
			continue
		}
		if n := strings.Count(out.String(), "\n") - 1; n > x.nodes {
			t.Errorf("%s: %d nodes are left, want at most %d:\n%s", x.name, n, x.nodes, out.String())
		}
		f, err := uir.Parse(uop.NewGraph(), x.name, []byte(text+"%r = call %c, %i, %j, %k : name=Index\n"))
		if err != nil {
			t.Fatal(err)
		}
		c := &testCase{kind: "index", name: x.name, call: f.Roots[0].Node, fold: 512}
		for n := range uint64(512) {
			c.args = append(c.args, []*interp.Value{interp.Scalar(uop.I32, n/32), interp.Scalar(uop.I32, n/8%4), interp.Scalar(uop.I32, n%8)})
		}
		cases = append(cases, c)
	}
	h.batch(cases)
	t.Logf("%d values compared", h.report())
}
