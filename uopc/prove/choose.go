package prove

// chooser goes through all ways to read a pattern: which of several ops a node has, and in which
// order its sources stand. It is an odometer whose digits are found as the pattern is walked.
type chooser struct {
	digits, radix []int
	at            int
}

// pick gives the choice among n at this point of the walk.
func (c *chooser) pick(n int) int {
	if n <= 1 {
		return 0
	}
	if c.at == len(c.digits) {
		c.digits, c.radix = append(c.digits, 0), append(c.radix, n)
	}
	c.at++
	return c.digits[c.at-1]
}

// next moves on to the next way; false when all were seen.
func (c *chooser) next() bool {
	c.digits, c.radix = c.digits[:c.at], c.radix[:c.at]
	c.at = 0
	for i := len(c.digits) - 1; i >= 0; i-- {
		if c.digits[i]+1 < c.radix[i] {
			c.digits[i]++
			c.digits, c.radix = c.digits[:i+1], c.radix[:i+1]
			return true
		}
	}
	return false
}
