// Package kernel has the native kernel of fade, generated from the definition in def.
package kernel

//go:generate go tool uopc-gen rules def/div255.rules
//go:generate go tool uopc-gen ./def
