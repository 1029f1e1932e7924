package libm

var roundFuncs []Func
