package simptest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync/atomic"
	"testing"
	"time"
)

// comparisons counts the results that were compared, before and after, in the whole run.
var comparisons atomic.Int64

// TestMain prints the count, so that a run which compares next to nothing shows.
func TestMain(m *testing.M) {
	code := m.Run()
	fmt.Printf("simptest: %d comparisons\n", comparisons.Load())
	os.Exit(code)
}

// seedOf gives the seed of a test: that of TEST_SEED, or a new one, which it logs.
func seedOf(t testing.TB) uint64 {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("TEST_SEED"); s != "" {
		v, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("TEST_SEED is %q, want a decimal number", s)
		}
		seed = v
	}
	t.Logf("TEST_SEED=%d", seed)
	return seed
}

func newRand(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// scaled gives how many programs to try where a default run tries n.
func scaled(t testing.TB, n int) int {
	f := 1.0
	if s := os.Getenv("SIMPTEST_SCALE"); s != "" {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatalf("SIMPTEST_SCALE is %q, want a number such as 0.1 or 10", s)
		}
		f = v
	}
	if testing.Short() {
		f /= 20
	}
	return max(1, int(float64(n)*f))
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }
