// Package brush moves bristles over canvas.
package brush

// Stroke draws one line on the canvas.
func Stroke() {}
