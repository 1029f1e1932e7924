package uir

import (
	"fmt"
	"slices"
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

// wordNames lists what may follow "=" in a line.
var wordNames = append(slices.Clone(opNames), functionNames...)

var dtypeNames = func() (out []string) {
	for _, d := range uop.ValueDTypes() {
		out = append(out, d.String())
	}
	return out
}()

// otherNames says how to write what people look for under a name that is neither an op nor a
// function. A hint never leads to a form that is less exact than what was asked for.
var otherNames = map[string]string{
	"sub":    "a - b is: %n = neg %b, then add %a, %n",
	"div":    "division is fdiv for floats and floordiv for integers",
	"idiv":   "integer division is floordiv, which rounds down",
	"min":    "min(a, b) is: %c = cmplt %a, %b, then where %c, %a, %b",
	"not":    "not c is: cmpne %c, true",
	"cmpeq":  "a == b is: %c = cmpne %a, %b, then cmpne %c, true",
	"cmple":  "a <= b for integers is: %c = cmplt %b, %a, then cmpne %c, true",
	"cmpgt":  "a > b is: cmplt %b, %a",
	"cmpge":  "a >= b for integers is: %c = cmplt %a, %b, then cmpne %c, true",
	"select": "a choice is: where %c, %a, %b",
	"sum":    "a sum is: reduce %x : op=add pop=1",
	"abs":    "abs(x) of floats is copysign %x, 1.0; of integers: %c = cmplt %x, 0, then %n = neg %x, then where %c, %n, %x",
	"fabs":   "abs(x) of floats is copysign %x, 1.0",
	"relu":   "relu(x) is: max %x, 0.0",
	"square": "x*x is: mul %x, %x",

	"rem":         remainder,
	"remainder":   remainder,
	"fmod":        "C's fmod is: mod %x, %y",
	"ln":          "the natural logarithm is: log %x",
	"arcsin":      "the arc sine is: asin %x",
	"arccos":      "the arc cosine is: acos %x",
	"arctan":      "the arc tangent is: atan %x",
	"arctan2":     "the angle of the point (x, y) is: atan2 %y, %x",
	"power":       "x to the power y is: pow %x, %y",
	"powf":        "x to the power y is: pow %x, %y",
	"exp10":       "10 to the power x is: pow 10.0, %x",
	"invsqrt":     "1/sqrt(x) is: rsqrt %x",
	"inversesqrt": "1/sqrt(x) is: rsqrt %x",
	"ceiling":     "to round up is: ceil %x",
	"rint":        "to round to the nearest, and halves to even, is: roundeven %x",
	"nearbyint":   "to round to the nearest, and halves to even, is: roundeven %x",
	"truncate":    "to drop the fraction is: trunc %x",
	"logistic":    "1/(1+exp(-x)) is: sigmoid %x",
	"expit":       "1/(1+exp(-x)) is: sigmoid %x",
	"swish":       "x*sigmoid(x) is: silu %x",
}

const remainder = "the remainder with the sign of the dividend is mod, for floats; that with the sign of the divisor is floormod, for integers"
