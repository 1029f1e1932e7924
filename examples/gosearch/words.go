package main

import (
	"strings"
	"unicode"
)

// words splits text into lower-case words; a change from lower to upper case ends a word, so that
// ReadFile gives read and file.
func words(text string) []string {
	var out []string
	var b strings.Builder
	end := func() {
		if b.Len() > 0 {
			out = append(out, b.String())
			b.Reset()
		}
	}
	lower := false
	for _, r := range text {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			lower = false
			continue
		case unicode.IsUpper(r) && lower:
			end()
		}
		lower = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	end()
	return out
}

// terms counts the words of a text and its pairs of neighbours, which weigh pairWeight of a word.
// Both go by their hashes.
func terms(ws []string, weight float64, into map[uint64]float64) {
	for i, w := range ws {
		into[fnv(w)] += weight
		if i > 0 {
			into[fnv(ws[i-1]+" "+w)] += weight * pairWeight
		}
	}
}

// fnv is the 64-bit FNV-1a hash, the same in every process.
func fnv(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// spread mixes a hash so that all of its bits depend on all others.
func spread(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}
