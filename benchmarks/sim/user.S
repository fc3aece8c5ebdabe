/* Start-up under qemu-riscv32, Linux's user mode; prints and exits by system calls. */
	.section .init, "ax"
	.globl	_start, put
_start:
	call	measured
	li	a0, 0
	li	a7, 93			/* exit */
	ecall

put:	addi	sp, sp, -16
	sb	a0, 0(sp)
	li	a0, 1
	mv	a1, sp
	li	a2, 1
	li	a7, 64			/* write */
	ecall
	addi	sp, sp, 16
	ret
