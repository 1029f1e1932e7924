package uir

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// nearest gives the candidate that word is most likely a slip for, or "".
func nearest(word string, candidates []string) string {
	const longest = 24 // beyond it nothing we know of is near
	if len(word) > longest {
		return ""
	}
	best, least := "", max(1, len(word)/3)+1
	for _, c := range candidates {
		if d := distance(strings.ToLower(word), strings.ToLower(c)); d < least && d < len(c) {
			best, least = c, d
		}
	}
	return best
}

// didYouMean gives "; did you mean 'x'?" or "".
func didYouMean(word string, candidates []string) string {
	if c := nearest(word, candidates); c != "" {
		return fmt.Sprintf("; did you mean '%s'?", c)
	}
	return ""
}

// distance counts the insertions, deletions, replacements and swaps of neighbours between a and b.
func distance(a, b string) int {
	var old, prev []int
	cur := make([]int, len(b)+1)
	for j := range cur {
		cur[j] = j
	}
	for i := 1; i <= len(a); i++ {
		old, prev, cur = prev, cur, make([]int, len(b)+1)
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			change := prev[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			cur[j] = min(change, prev[j]+1, cur[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], old[j-2]+1)
			}
		}
	}
	return cur[len(b)]
}

// opNames lists the ops in table order.
var opNames = func() (out []string) {
	for op := uop.OpInvalid + 1; op < uop.NumOps; op++ {
		out = append(out, op.String())
	}
	return out
}()

var dtypeNames = func() (out []string) {
	for _, d := range uop.ValueDTypes() {
		out = append(out, d.String())
	}
	return out
}()

// otherNames says how to write what people look for under a name that is no op.
var otherNames = map[string]string{
	"sub":    "a - b is: %n = neg %b, then add %a, %n",
	"div":    "division is fdiv for floats and floordiv for integers",
	"idiv":   "integer division is floordiv, which rounds down",
	"mod":    "the remainder is floormod, which has the sign of the divisor",
	"min":    "min(a, b) is: %c = cmplt %a, %b, then where %c, %a, %b",
	"not":    "not c is: cmpne %c, true",
	"cmpeq":  "a == b is: %c = cmpne %a, %b, then cmpne %c, true",
	"cmple":  "a <= b for integers is: %c = cmplt %b, %a, then cmpne %c, true",
	"cmpgt":  "a > b is: cmplt %b, %a",
	"cmpge":  "a >= b for integers is: %c = cmplt %a, %b, then cmpne %c, true",
	"select": "a choice is: where %c, %a, %b",
	"exp":    "exp(x) is exp2 of x times log2(e), 1.442695",
	"log":    "log(x) is log2(x) times ln(2), 0.6931472",
	"cos":    "cos(x) is sin of x + pi/2, 1.5707964",
	"sum":    "a sum is: reduce %x : op=add pop=1",
}
