package libm

var erfFuncs []Func
