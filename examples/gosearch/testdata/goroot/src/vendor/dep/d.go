// Package dep is vendored.
package dep
