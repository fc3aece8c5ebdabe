/* The code that virt.S and user.S measure: prints 'B', runs the kernel, prints 'E' and the result.
 * Each of those files defines `put`, which prints the character in a0. */
	.globl	measured
measured:
	mv	s2, ra
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
	jr	s2
