package runtimecache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// An entry is a header and the payload:
//
//	 0  16  format version, zero padded
//	16  64  the key, so that a file put in another's place is noticed
//	80   8  payload length
//	88  32  sha256 of all the rest
//	120     payload
const (
	keyAt    = 16
	sizeAt   = keyAt + keyLen
	sumAt    = sizeAt + 8
	headSize = sumAt + sha256.Size
)

func encodeEntry(id string, payload []byte) []byte {
	b := make([]byte, headSize, headSize+len(payload))
	copy(b, formatVersion)
	copy(b[keyAt:], id)
	binary.LittleEndian.PutUint64(b[sizeAt:], uint64(len(payload)))
	sum := entrySum(b[:sumAt], payload)
	copy(b[sumAt:], sum[:])
	return append(b, payload...)
}

// decodeEntry returns the payload of a whole, unchanged entry of this key.
func decodeEntry(id string, b []byte) ([]byte, error) {
	if len(b) < headSize {
		return nil, fmt.Errorf("it has %d bytes, fewer than a header", len(b))
	}
	payload := b[headSize:]
	if n := binary.LittleEndian.Uint64(b[sizeAt:]); n != uint64(len(payload)) {
		return nil, fmt.Errorf("it holds %d bytes, its header says %d", len(payload), n)
	}
	if sum := entrySum(b[:sumAt], payload); !bytes.Equal(sum[:], b[sumAt:headSize]) {
		return nil, errors.New("its checksum does not match")
	}
	if got := string(b[keyAt:sizeAt]); got != id {
		return nil, fmt.Errorf("it belongs to key %.12q", got)
	}
	if got := string(bytes.TrimRight(b[:keyAt], "\x00")); got != formatVersion {
		return nil, fmt.Errorf("its format is %q, not %q", got, formatVersion)
	}
	return payload, nil
}

func entrySum(head, payload []byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	h.Write(head)
	h.Write(payload)
	h.Sum(sum[:0])
	return sum
}

// writeFile makes path hold data, all of it or nothing: readers see the old
// file, no file, or the whole new one, even when this process is killed or the
// machine stops.
func writeFile(path string, data []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), tempPrefix+"*") // with mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}

const tempPrefix = "tmp-"

// absent says that a file is not there, as opposed to being unreadable. A path
// that runs through a regular file is absent too.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || isNotDir(err)
}
