// Package x is test data.
package x
