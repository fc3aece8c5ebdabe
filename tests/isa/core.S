/* Start-up on a bare simulated core: ends in a trap that nobody handles. */
	.section .init, "ax"
	.globl	_start
_start:
	call	test
	csrw	mtvec, zero
	ebreak
