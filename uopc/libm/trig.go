package libm

var trigFuncs []Func
