// Package readmetest tests what a reader of README.md can paste. Each fenced block has a comment
// above it that says what it is:
//
//	<!-- new: FILE -->         the contents of FILE in a module of the reader's
//	<!-- generated: FILE -->   lines of FILE, which go generate writes there
//	<!-- output of FILE -->    what the program in FILE prints
//	<!-- console -->           commands of uopc-gen, after a $, and what they print
//	<!-- file: FILE -->        a part of FILE in this repository
//	<!-- make -->              targets of the Makefile
//	<!-- sample: REASON -->    not tested
//
// A block without one fails the test. ARCHITECTURE.md must name every package. The package has tests
// only.
package readmetest
