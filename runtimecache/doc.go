// Package runtimecache is the run-time half of kernels that are linked as
// shared objects: it loads a shared object from bytes, calls functions in it,
// and keeps compiled objects in a cache on disk that any number of processes
// share.
//
// A generated package holds its object as a go:embed string and asks for a
// function by name. Any failure, from a platform without dlopen to a damaged
// object, shows up as a false, and the wrapper runs its pure Go form instead:
//
//	//go:embed kernels_linux_amd64.so
//	var object string
//
//	var (
//		native = runtimecache.Embedded{Name: "vec32", Image: object}
//		dot    = runtimecache.Func{Lib: &native, Name: "dot_f32"}
//		frames = sync.Pool{New: func() any { return new(dotArgs) }}
//	)
//
//	func Dot(x, y []float32) float32 {
//		a := frames.Get().(*dotArgs)
//		defer frames.Put(a)
//		a.x, a.y, a.n = unsafe.Pointer(unsafe.SliceData(x)), unsafe.Pointer(unsafe.SliceData(y)), int64(len(x))
//		ok := dot.Call(unsafe.Pointer(a))
//		a.x, a.y = nil, nil // a pooled frame must not keep the caller's slices alive
//		if !ok {
//			return dotGo(x, y)
//		}
//		return a.result
//	}
//
// In-process compilation keeps what clang made under a key that names
// everything it depends on:
//
//	cache, err := runtimecache.Open("") // the user's own directory
//	key := runtimecache.Key(source, clangVersion, flags, target)
//	object, hit, err := cache.Do(key, func() ([]byte, error) { return runClang(source) })
//	lib, err := runtimecache.Load("softmax", object)
//
// What it must not know: kernels, graphs, the compiler. It imports the
// standard library and purego, because every user of a generated package links
// it. With the build tag purego or noasm, and on platforms where purego cannot
// dlopen, purego is not imported at all, binaries stay static, and Load returns
// [ErrUnsupported].
//
// # Environment
//
//	UOPC_CACHE            the cache directory, or "off"
//	UOPC_CACHE_MAX_BYTES  the size bound, 268435456 by default
//	UOPC_CACHE_VERIFY     1: rebuild on every hit and fail on a difference
//	UOPC_CACHE_TRACE      1: print what was hashed and what was found to standard error
package runtimecache
