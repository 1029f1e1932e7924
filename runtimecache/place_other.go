//go:build !linux

package runtimecache

var places = filePlaces
