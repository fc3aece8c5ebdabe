/* Executes each instruction with every combination of corner values and writes every result and
 * flag to the signature. s0..s2 iterate over the operands, s3 is their end, s4 the next position in
 * the signature. */
	.option	norelax
	.option	norvc
	.text
	.globl	test
test:
	mv	s11, ra
	lla	s4, signature

/* Writes one result: a2, or ft3 and the flags raised. */
	.macro	put_x
	sw	a2, 0(s4)
	addi	s4, s4, 4
	.endm

	.macro	put_f
	fsd	ft3, 0(s4)
	csrrw	a3, fflags, zero
	sw	a3, 8(s4)
	addi	s4, s4, 16
	.endm

	.macro	put_flagged
	sw	a2, 0(s4)
	csrrw	a3, fflags, zero
	sw	a3, 4(s4)
	addi	s4, s4, 8
	.endm

	.macro	unary_x	instruction:vararg
	lla	s0, words
	lla	s3, words_end
1:	lw	a0, 0(s0)
	\instruction
	put_x
	addi	s0, s0, 4
	bne	s0, s3, 1b
	.endm

	.macro	binary_x	instruction:vararg
	lla	s0, words
	lla	s3, words_end
1:	lw	a0, 0(s0)
	lla	s1, words
2:	lw	a1, 0(s1)
	li	a2, -7
	\instruction
	put_x
	addi	s1, s1, 4
	bne	s1, s3, 2b
	addi	s0, s0, 4
	bne	s0, s3, 1b
	.endm

	.macro	immediate	name
	.irp	value, 0, 1, -1, 2, 5, 31, 32, 2047, -2048, 1024, -1024, 0x555
	unary_x	\name a2, a0, \value
	.endr
	.endm

	.macro	shift	name
	.irp	value, 0, 1, 2, 7, 15, 16, 30, 31
	unary_x	\name a2, a0, \value
	.endr
	.endm

	.macro	condition	name
	lla	s0, words
	lla	s3, words_end
1:	lw	a0, 0(s0)
	lla	s1, words
2:	lw	a1, 0(s1)
	li	a2, 1
	\name	a0, a1, 3f
	li	a2, 0
3:	put_x
	addi	s1, s1, 4
	bne	s1, s3, 2b
	addi	s0, s0, 4
	bne	s0, s3, 1b
	.endm

	.macro	amo	name
	lla	s0, words
	lla	s3, words_end
	lla	s5, cell
1:	lw	a0, 0(s0)
	lla	s1, words
2:	lw	a1, 0(s1)
	sw	a0, 0(s5)
	\name	a2, a1, (s5)
	put_x
	lw	a2, 0(s5)
	put_x
	addi	s1, s1, 4
	bne	s1, s3, 2b
	addi	s0, s0, 4
	bne	s0, s3, 1b
	.endm

/* Floating point: the words from \table to \table_end are doubles, correctly boxed singles and
 * incorrectly boxed singles. */
	.macro	unary_f	put, table, instruction:vararg
	lla	s0, \table
	lla	s3, \table\()_end
1:	fld	ft0, 0(s0)
	\instruction
	\put
	addi	s0, s0, 8
	bne	s0, s3, 1b
	.endm

	.macro	binary_f	put, table, instruction:vararg
	lla	s0, \table
	lla	s3, \table\()_end
1:	fld	ft0, 0(s0)
	lla	s1, \table
2:	fld	ft1, 0(s1)
	\instruction
	\put
	addi	s1, s1, 8
	bne	s1, s3, 2b
	addi	s0, s0, 8
	bne	s0, s3, 1b
	.endm

	.macro	ternary_f	table, instruction:vararg
	lla	s0, \table
	lla	s3, \table\()_end
1:	fld	ft0, 0(s0)
	lla	s1, \table
2:	fld	ft1, 0(s1)
	lla	s2, \table
3:	fld	ft2, 0(s2)
	\instruction
	put_f
	addi	s2, s2, 8
	bne	s2, s3, 3b
	addi	s1, s1, 8
	bne	s1, s3, 2b
	addi	s0, s0, 8
	bne	s0, s3, 1b
	.endm

	.macro	from_x	instruction:vararg
	lla	s0, words
	lla	s3, words_end
1:	lw	a0, 0(s0)
	\instruction
	put_f
	addi	s0, s0, 4
	bne	s0, s3, 1b
	.endm

	.irp	name, add, sub, sll, slt, sltu, xor, srl, sra, or, and, mul, mulh, mulhsu, mulhu, div, divu, rem, remu
	binary_x \name a2, a0, a1
	.endr
	.irp	name, addi, slti, sltiu, xori, ori, andi
	immediate \name
	.endr
	.irp	name, slli, srli, srai
	shift	\name
	.endr
	.irp	name, beq, bne, blt, bge, bltu, bgeu
	condition \name
	.endr
	.irp	value, 0, 1, 0x7ffff, 0x80000, 0xfffff, 0x12345
	lui	a2, \value
	put_x
	auipc	a2, \value
	auipc	a3, 0
	sub	a2, a2, a3
	put_x
	.endr
	.irp	name, amoswap.w, amoadd.w, amoxor.w, amoand.w, amoor.w, amomin.w, amomax.w, amominu.w, amomaxu.w
	amo	\name
	.endr

	/* LR and SC: success, then failure without a reservation. */
	lla	s5, cell
	li	a1, 77
	lr.w	a2, (s5)
	put_x
	sc.w	a2, a1, (s5)
	put_x
	sc.w	a2, a1, (s5)
	put_x
	lw	a2, 0(s5)
	put_x

	/* Loads of every width and sign at every position in the words; stores of every width. */
	lla	s0, words
	.irp	name, lb, lbu
	.irp	offset, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
	\name	a2, \offset(s0)
	put_x
	.endr
	.endr
	.irp	name, lh, lhu
	.irp	offset, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26
	\name	a2, \offset(s0)
	put_x
	.endr
	.endr
	li	a1, 0x89abcdef
	.irp	offset, 0, 1, 2, 3
	sw	zero, 0(s5)
	sb	a1, \offset(s5)
	lw	a2, 0(s5)
	put_x
	.endr
	.irp	offset, 0, 2
	sw	zero, 0(s5)
	sh	a1, \offset(s5)
	lw	a2, 0(s5)
	put_x
	.endr

	/* Jumps: checks their targets and return addresses. */
	jal	a2, 1f
	li	a2, 0
1:	auipc	a3, 0
	sub	a2, a2, a3
	put_x
	auipc	a3, 0
	jalr	a2, 13(a3)		/* the lowest bit is dropped */
	li	a2, 0
	sub	a2, a2, a3
	put_x
	auipc	a3, 0
	jalr	a3, 12(a3)		/* target register = link register */
	li	a3, 0
	auipc	a2, 0
	sub	a2, a2, a3
	put_x

	/* CSRs: read and write, set and clear, by register and by immediate, and the fields of fcsr. */
	li	a1, 0xff
	.irp	csr, mscratch, fcsr, frm, fflags
	csrrw	a2, \csr, a1
	put_x
	csrrc	a2, \csr, a1
	put_x
	csrrs	a2, \csr, a1
	put_x
	csrrci	a2, \csr, 5
	put_x
	csrrsi	a2, \csr, 4
	put_x
	csrrwi	a2, \csr, 2
	put_x
	csrr	a2, fcsr
	put_x
	csrw	fcsr, zero
	.endr

	/* Traps: the cause, and that mret returns. */
	lla	a0, handler
	csrw	mtvec, a0
	.irp	instruction, ecall, ebreak, unimp, ".4byte 0", ".4byte 0xffffffff", "csrw cycle, zero", "csrr a2, 0x123"
	li	a2, 0
	\instruction
	put_x
	.endr
	fsrmi	5			/* an invalid rounding mode: dynamic use is illegal */
	li	a2, 0
	fadd.d	ft0, ft1, ft2
	put_x
	li	a2, 0
	fadd.d	ft0, ft1, ft2, rne
	fmin.d	ft0, ft1, ft2
	put_x
	csrw	fcsr, zero

	.irp	mode, rne, rtz, rdn, rup, rmm
	.irp	name, fadd.d, fsub.d, fmul.d, fdiv.d
	binary_f put_f, doubles, \name ft3, ft0, ft1, \mode
	.endr
	.irp	name, fadd.s, fsub.s, fmul.s, fdiv.s
	binary_f put_f, singles, \name ft3, ft0, ft1, \mode
	.endr
	.irp	name, fmadd.d, fmsub.d, fnmsub.d, fnmadd.d
	ternary_f doubles, \name ft3, ft0, ft1, ft2, \mode
	.endr
	.irp	name, fmadd.s, fmsub.s, fnmsub.s, fnmadd.s
	ternary_f singles, \name ft3, ft0, ft1, ft2, \mode
	.endr
	unary_f	put_f, doubles, fsqrt.d ft3, ft0, \mode
	unary_f	put_f, singles, fsqrt.s ft3, ft0, \mode
	unary_f	put_f, doubles, fcvt.s.d ft3, ft0, \mode
	unary_f	put_flagged, doubles, fcvt.w.d a2, ft0, \mode
	unary_f	put_flagged, doubles, fcvt.wu.d a2, ft0, \mode
	unary_f	put_flagged, singles, fcvt.w.s a2, ft0, \mode
	unary_f	put_flagged, singles, fcvt.wu.s a2, ft0, \mode
	from_x	fcvt.s.w ft3, a0, \mode
	from_x	fcvt.s.wu ft3, a0, \mode
	.endr

	.irp	name, fsgnj.d, fsgnjn.d, fsgnjx.d, fmin.d, fmax.d
	binary_f put_f, doubles, \name ft3, ft0, ft1
	.endr
	.irp	name, fsgnj.s, fsgnjn.s, fsgnjx.s, fmin.s, fmax.s
	binary_f put_f, singles, \name ft3, ft0, ft1
	.endr
	.irp	name, feq.d, flt.d, fle.d
	binary_f put_flagged, doubles, \name a2, ft0, ft1
	.endr
	.irp	name, feq.s, flt.s, fle.s
	binary_f put_flagged, singles, \name a2, ft0, ft1
	.endr
	unary_f	put_flagged, doubles, fclass.d a2, ft0
	unary_f	put_flagged, singles, fclass.s a2, ft0
	unary_f	put_flagged, singles, fmv.x.w a2, ft0
	unary_f	put_f, singles, fcvt.d.s ft3, ft0
	from_x	fmv.w.x ft3, a0
	from_x	fcvt.d.w ft3, a0
	from_x	fcvt.d.wu ft3, a0

	/* Loads and stores of singles: a load boxes the value, a store writes the lower half. */
	lla	s0, doubles
	flw	ft3, 4(s0)
	put_f
	fld	ft3, 8(s0)
	put_f
	lla	s5, cell
	fsw	ft3, 0(s5)
	fld	ft3, 0(s5)
	put_f

	/* Fences have no effect that a single core could see. */
	fence
	fence.i
	li	a2, 0x600d
	put_x
	mv	ra, s11
	ret

	.balign	4
handler:
	csrr	a2, mcause
	csrr	a4, mepc
	addi	a4, a4, 4
	lhu	a5, -4(a4)
	andi	a5, a5, 3		/* compressed (c.unimp, the halves of .4byte 0): two bytes shorter */
	addi	a5, a5, -3
	beqz	a5, 1f
	addi	a4, a4, -2
1:	csrw	mepc, a4
	mret

	.data
	.balign	8
cell:	.dword	0
words:
	.word	0, 1, 2, -1, -2, 0x7fffffff, 0x80000000, 0x80000001, 31, 32, 0x12345678, 0xffff8000, 0x00ff80ff, 1000003
	.word	0x01000001, 0x7fffffc0
words_end:
	.balign	8
doubles:
	.dword	0, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000, 0xfff0000000000000
	.dword	0x7ff8000000000000, 0x7ff0000000000001, 0xfff8000000000123, 0x0000000000000001, 0x800fffffffffffff
	.dword	0x0010000000000000, 0x7fefffffffffffff, 0x3fd5555555555555, 0x41dfffffffe00000, 0xc1e0000000100000
	.dword	0x41efffffffffffff, 0x3fe0000000000000, 0xbfe0000000000000, 0x3ff8000000000000, 0x380fffffffffffff
	.dword	0x47efffffefffffff, 0x0018000000000000, 0x4340000000000001
doubles_end:
singles:
	.irp	bits, 0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffc00123, 1
	.word	\bits, 0xffffffff
	.endr
	.irp	bits, 0x807fffff, 0x00800000, 0x7f7fffff, 0x3eaaaaab, 0x4effffff, 0xcf000001, 0x4f7fffff, 0x3f000000, 0x3fc00000
	.word	\bits, 0xffffffff
	.endr
	.dword	0x000000003f800000, 0xfffffffe40490fdb, 0x7ff0000000000001
singles_end:

	.bss
	.balign	8
	.globl	signature
signature:
	.skip	16 << 20
	.globl	signature_end
signature_end:
