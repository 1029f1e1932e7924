package libm

var powFuncs []Func
