package contract

// Computed and checked by TestTables; -update writes it.

// turnWords has 1/(2*pi) as the sum of turnWords[i] * 2^(-50*i): multiples of 2^-50, at most 1/2
// in magnitude.
var turnWords = [24]float64{
	0x1.45f306dc9c88p-03,
	0x1.529fc2757d2p-04,
	-0x1.596447e493aep-03,
	0x1.664f10e4108p-02,
	-0x1.ae9c5421443bp-02,
	0x1.86dc91b8e909p-02,
	0x1.ba5c00c925dep-03,
	-0x1.7d8b9b78c079p-02,
	0x1.eb1cb129a73fp-02,
	-0x1.77dca0ad144cp-04,
	0x1.213a671c09acp-04,
	0x1.17df904e6476p-02,
	-0x1.c67cacc60b63p-02,
	-0x1.ee81d1081b5fp-02,
	-0x1.3801da00088p-04,
	0x1.6603fbcbc463p-02,
	-0x1.4beb25c12594p-03,
	0x1.fb3c9f2c26ddp-02,
	0x1.e8c7ecd3cbfep-03,
	-0x1.74a2b6114e05p-02,
	-0x1.a0e84c2f8c6p-06,
	-0x1.0eb5ada2b28p-05,
	-0x1.2813b81ca8bcp-04,
	-0x1.ea7f33ee40e1p-02,
}
