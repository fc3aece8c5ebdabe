/* Start-up on a bare simulated core. The test ends in a trap without a handler. */
	.section .init, "ax"
	.globl	_start
_start:
	call	test
	csrw	mtvec, zero
	ebreak
