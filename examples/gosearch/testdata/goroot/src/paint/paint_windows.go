package paint

// OnlyWindows is not part of the linux package.
func OnlyWindows() {}
