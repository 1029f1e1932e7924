package kernel

// Native tells whether calls on long slices run native code in this process.
func Native() bool { return uopcNative }
