package libm

var arcFuncs []Func
