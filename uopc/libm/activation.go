package libm

var activationFuncs []Func
