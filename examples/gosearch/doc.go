// Command gosearch searches the documentation of Go's standard library by meaning, as far as words
// carry it: every package, function, method and type becomes a vector of hashed words, and a query
// is answered by cosine similarity through kernels that uopc generated.
//
//	gosearch 'read a file line by line' 'constant time comparison'
//
// It reads the documentation from the Go tree on this machine, prints the best hits, and measures:
// vectors per second through the kernels, through the Go form of the same kernels (in a child
// process with UOPC_ISA=go), and through a plain Go loop. It exits with 1 when native code and Go
// form differ in one bit of one score.
package main
