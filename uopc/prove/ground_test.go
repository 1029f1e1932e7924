package prove

import (
	"context"
	"testing"
)

// needZ3 skips a test where the solver is missing.
func needZ3(t *testing.T) {
	t.Helper()
	if _, err := Find(); err != nil {
		t.Skip(err)
	}
}

func TestGround(t *testing.T) {
	needZ3(t)
	n, err := Ground(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d values", n)
	if n < 4000 {
		t.Errorf("only %d values were compared", n)
	}
}
