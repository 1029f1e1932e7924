package asmlink

import "testing"

// TestSelf: -(at+4) stands at 5 in each. The largest int64 is a constant like any other, and only
// an address that is relative to the next instruction can be the function's own.
func TestSelf(t *testing.T) {
	pad := []byte{0x90, 0x90, 0x90, 0x90}
	tests := []struct {
		name string
		code []byte
		ok   bool
	}{
		{"part of a constant", append(pad[:4:4], 0x48, 0xf7, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f), true},
		{"LEAQ of itself", append(pad[:4:4], 0x05, 0xf7, 0xff, 0xff, 0xff), false},
		{"CALL of itself", append(pad[:4:4], 0xe8, 0xf7, 0xff, 0xff, 0xff), false},
	}
	for _, c := range tests {
		err := checkSelfAMD64(&function{name: "f", sec: &section{data: c.code}})
		if (err == nil) != c.ok {
			t.Errorf("%s: got %v, want an error: %v", c.name, err, !c.ok)
		}
	}
}
