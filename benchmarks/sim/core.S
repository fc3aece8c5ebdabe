/* Start-up on a bare simulated core: runs the kernel and ends at `ebreak` with its result in a0. */
	.section .init, "ax"
	.globl	_start
_start:
	la	sp, stack_top
	li	a0, REPETITIONS
	call	kernel
	ebreak
