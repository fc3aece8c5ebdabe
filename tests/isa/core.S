/* Start-up on a bare simulated core; the program ends with a trap that nothing handles. */
	.section .init, "ax"
	.globl	_start
_start:
	call	test
	csrw	mtvec, zero
	ebreak
