/* Executes every load and store at each of eight positions, including across words and double
 * words, and compressed ones. s4 is the next position in the signature. */
	.option	norelax
	.text
	.globl	test
test:
	lla	s4, signature
	lla	s5, bytes
	lla	s6, place
	li	s7, 0x89abcdef
	lla	t0, double
	fld	fa4, 0(t0)

	.macro	put_x
	sw	a2, 0(s4)
	addi	s4, s4, 4
	.endm

	.macro	put_f
	fsd	fa2, 0(s4)
	addi	s4, s4, 8
	.endm

	/* Collects the bytes that a store has written, word by word. */
	.macro	stored	instruction, value, offset
	.irp	word, 0, 4, 8, 12, 16, 20
	sw	zero, \word(s6)
	.endr
	\instruction \value, \offset(s6)
	.irp	word, 0, 4, 8, 12, 16, 20
	lw	a2, \word(s6)
	put_x
	.endr
	.endm

	.irp	offset, 0, 1, 2, 3, 4, 5, 6, 7
	.irp	name, lh, lhu, lw
	\name	a2, \offset(s5)
	put_x
	.endr
	.irp	name, flw, fld
	\name	fa2, \offset(s5)
	put_f
	.endr
	stored	sh, s7, \offset
	stored	sw, s7, \offset
	stored	fsw, fa4, \offset
	stored	fsd, fa4, \offset
	/* Loads into the base register, and then into x0. */
	mv	a2, s5
	lw	a2, \offset(a2)
	put_x
	lw	zero, \offset(s5)
	mv	a2, zero
	put_x
	.endr
	.option	rvc
	.irp	offset, 1, 2, 3, 5
	addi	a0, s5, \offset
	c.lw	a2, 4(a0)
	put_x
	addi	a0, s6, \offset
	c.sw	a2, 8(a0)
	c.fsd	fa4, 0(a0)
	c.fld	fa2, 8(a0)
	put_f
	.endr
	ret

	.data
	.balign	8
bytes:
	.byte	0x01, 0x82, 0x03, 0x84, 0x05, 0x86, 0x07, 0x88, 0x89, 0x0a, 0x8b, 0x0c, 0x8d, 0x0e, 0x8f, 0x10
double:
	.dword	0xfedcba9876543210
place:
	.skip	32
	.bss
	.balign	8
	.globl	signature, signature_end
signature:
	.skip	4096
signature_end:
