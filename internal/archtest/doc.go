// Package archtest holds the map of imports: which packages of this module, and which modules, each
// package may import. ARCHITECTURE.md says why. The package has tests only.
package archtest
