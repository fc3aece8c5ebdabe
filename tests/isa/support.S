/* Functions that the random blocks call. Reserved registers: x27 values for f registers, x28
 * scratch of sequences, x29 link and scratch, x30 next place in the signature, x31 scratch memory
 * (2 kB, of which 16 bytes below belong to this file). */
	.option	norelax

/* Appends x1..x26, fcsr, the traps taken, and f0..f31 to the signature: 368 bytes. */
	.globl	save
save:
	.irp	n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26
	sw	x\n, (\n - 1) * 4(x30)
	.endr
	frcsr	x28
	sw	x28, 104(x30)
	lw	x28, -16(x31)
	sw	x28, 108(x30)
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	fsd	f\n, 112 + \n * 8(x30)
	.endr
	addi	x30, x30, 368
	addi	x27, x27, 64
	lla	x28, values_end
	bne	x27, x28, 1f
	lla	x27, values
1:	jr	x29

/* Records the trap's cause (and, if illegal, the instruction's bits) and continues after the
 * instruction. */
	.globl	trap
	.balign	4
trap:
	sw	x26, -8(x31)
	lw	x29, -16(x31)
	slli	x28, x29, 5
	sub	x29, x28, x29
	csrr	x28, mcause
	add	x29, x29, x28
	li	x26, 2
	bne	x28, x26, 1f
	csrr	x28, mtval
	add	x29, x29, x28
1:	sw	x29, -16(x31)
	csrr	x29, mepc
	lhu	x28, 0(x29)
	andi	x28, x28, 3
	addi	x29, x29, 2
	li	x26, 3
	bne	x28, x26, 2f
	addi	x29, x29, 2
2:	csrw	mepc, x29
	lw	x26, -8(x31)
	mret
