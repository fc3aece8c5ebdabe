/* Start-up under qemu-system-riscv32 -machine virt: prints 'B', runs the kernel, prints 'E' and its
 * result, ends. */
	.section .init, "ax"
	.globl	_start
_start:
	li	t0, 0x6000		/* mstatus.FS: floating point on */
	csrs	mstatus, t0
	la	sp, stack_top
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
	li	t0, 0x100000		/* the test device: power off */
	li	t1, 0x5555
	sw	t1, 0(t0)
3:	j	3b

put:	li	t0, 0x10000000		/* the serial port */
	sb	a0, 0(t0)
	ret
