package libm

var hyperFuncs []Func
