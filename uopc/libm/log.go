package libm

var logFuncs []Func
