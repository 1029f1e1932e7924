//go:build !race

package runtimecache

const raceEnabled = false
