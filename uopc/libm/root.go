package libm

var rootFuncs []Func
