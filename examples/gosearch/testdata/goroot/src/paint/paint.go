// Package paint mixes colours. It is a fixture.
package paint

// MaxColours is how many colours a mix may have.
const MaxColours = 16

// ErrDry tells that the paint has dried up.
var ErrDry = error(nil)

// Mix blends two colours into one.
func Mix(a, b Colour) Colour { return a + b }

// A Colour is red, green or blue.
type Colour int

// Red gives the colour of tomatoes.
func Red() Colour { return 1 }

// Brighten adds light to the colour.
func (c Colour) Brighten() Colour { return c + 1 }

func (c Colour) Undocumented() {}

// hidden is not exported.
func hidden() {}
