package runtimecache

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"runtime"
	"strings"
)

// formatVersion is part of every key and every entry: a change of the layout
// makes old entries invisible instead of unreadable.
const formatVersion = "uopc-cache-1"

const keyLen = 2 * sha256.Size

// Key hashes everything that an entry depends on: the source, the compiler's
// version, its flags, the target. Each part is hashed with its length, so that
// no two lists of parts run together; the cache's format version, GOOS and
// GOARCH of this process are always among them.
func Key(parts ...string) string {
	all := append([]string{formatVersion, runtime.GOOS, runtime.GOARCH}, parts...)
	key := digest(all)
	if flagSet(envTrace) {
		for i, p := range all {
			tracef("key %s part %d (%d bytes): %q", key[:12], i, len(p), p)
		}
	}
	return key
}

func digest(parts []string) string {
	h := sha256.New()
	var size [8]byte
	for _, p := range parts {
		binary.LittleEndian.PutUint64(size[:], uint64(len(p)))
		h.Write(size[:])
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// entryID is the file name for a key. Anything that Key did not make is hashed,
// so that no key can name a file outside the cache.
func entryID(key string) string {
	if len(key) == keyLen && strings.Trim(key, "0123456789abcdef") == "" {
		return key
	}
	return digest([]string{formatVersion, "foreign key", key})
}
