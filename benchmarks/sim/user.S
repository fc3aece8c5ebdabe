/* Start-up under qemu-riscv32, Linux's user mode: like virt.S, by system calls. */
	.section .init, "ax"
	.globl	_start
_start:
	li	a0, 'B'
	call	put
	li	a0, REPETITIONS
	call	kernel
	mv	s0, a0
	li	a0, 'E'
	call	put
	li	s1, 8
1:	srli	a0, s0, 28		/* eight hexadecimal digits */
	slli	s0, s0, 4
	addi	a0, a0, '0'
	li	t0, '9'
	ble	a0, t0, 2f
	addi	a0, a0, 'a' - '0' - 10
2:	call	put
	addi	s1, s1, -1
	bnez	s1, 1b
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
