/* Executes every instruction of F and D while mstatus.FS is Off, and again while it is Initial.
 * Records which instructions trap, with which bits, the registers afterwards, and whether FS has
 * become Dirty. Then it tests stopped counters. s4 points to the next place in the signature. */
	.option	norelax
	.option	norvc
	.text
	.globl	test
test:
	lla	s10, kept
	sw	ra, 0(s10)
	lla	s4, signature
	lla	t0, trap
	csrw	mtvec, t0
	li	s5, 0x6000		/* all bits of FS */
	li	s6, 0x80006000		/* all bits of FS, and SD */
	lla	s0, place

	/* Writes the cause and bits of the trap, or zeros; fa2, a2, and FS with SD. FS is read only when
	 * an f register has changed: then every implementation reports Dirty, however exactly it tracks
	 * changes. */
	.macro	once	state, instruction:vararg
	csrs	mstatus, s5
	lla	t0, three
	fld	fa0, 0(t0)
	fld	fa1, 8(t0)
	fld	fa2, 16(t0)
	lla	t1, place
	li	a0, 5
	li	a2, 77
	csrw	fcsr, zero
	li	s7, 0		/* number of traps */
	li	s8, 0		/* bits of the first trap */
	li	s9, 0		/* cause of the last trap */
	csrc	mstatus, s5
	li	t0, \state
	csrs	mstatus, t0
	\instruction
	fld	fa3, 0(t1)
	csrr	t2, mstatus
	and	t2, t2, s6
	csrs	mstatus, s5
	sw	s9, 0(s4)
	sw	s8, 4(s4)
	sw	s7, 24(s4)
	fsd	fa2, 8(s4)
	sw	a2, 16(s4)
	sw	t2, 20(s4)
	addi	s4, s4, 32
	.endm

	.macro	off	instruction:vararg
	once	0, \instruction
	.endm
	.macro	both	instruction:vararg
	once	0, \instruction
	once	0x2000, \instruction
	.endm

	.irp	name, fadd.s, fadd.d, fsub.s, fsub.d, fmul.s, fmul.d, fdiv.s, fdiv.d
	both	\name fa2, fa0, fa1
	.endr
	.irp	name, fmin.s, fmin.d, fmax.s, fmax.d, fsgnj.s, fsgnj.d, fsgnjn.s, fsgnjn.d, fsgnjx.s, fsgnjx.d
	both	\name fa2, fa0, fa1
	.endr
	.irp	name, fmadd.s, fmadd.d, fmsub.s, fmsub.d, fnmadd.s, fnmadd.d, fnmsub.s, fnmsub.d
	both	\name fa2, fa0, fa1, fa0
	.endr
	.irp	name, feq.s, feq.d, flt.s, flt.d, fle.s, fle.d
	both	\name a2, fa0, fa1
	.endr
	.irp	name, fsqrt.s, fsqrt.d
	both	\name fa2, fa0
	.endr
	.irp	name, fclass.s, fclass.d, fcvt.w.s, fcvt.w.d, fcvt.wu.s, fcvt.wu.d
	both	\name a2, fa0
	.endr
	.irp	name, fcvt.s.w, fcvt.s.wu, fcvt.d.w, fcvt.d.wu
	both	\name fa2, a0
	.endr
	both	fcvt.s.d fa2, fa0
	both	fcvt.d.s fa2, fa0
	both	fmv.x.w a2, fa0
	both	fmv.w.x fa2, a0
	both	flw fa2, 0(s0)
	both	fld fa2, 0(s0)
	both	fsw fa0, 8(s0)
	both	fsd fa0, 8(s0)
	/* In an illegal instruction, neither an address nor a rounding mode is checked. */
	off	flw fa2, 1(s0)
	off	fsd fa0, 3(zero)
	off	.4byte 0x02b55653		/* fadd.d with rounding mode 5 */
	.irp	register, fflags, frm, fcsr
	both	csrr a2, \register
	both	csrw \register, a0
	both	csrrsi a2, \register, 3
	both	csrrci a2, \register, 1
	.endr
	/* Integer instructions next to floating-point instructions. */
	off	lw a2, 0(s0)
	off	add a2, a0, a0
	.option	rvc
	lla	a1, place
	off	c.flw fa2, 0(a1)
	off	c.fld fa2, 0(a1)
	off	c.fsw fa0, 8(a1)
	off	c.fsd fa0, 8(a1)
	lla	sp, place
	off	c.flwsp fa2, 0(sp)
	off	c.fldsp fa2, 0(sp)
	off	c.fswsp fa0, 0(sp)
	off	c.fsdsp fa0, 0(sp)
	off	c.lw a2, 0(a1)
	.option	norvc

	/* Counters that mcountinhibit stops: they read as the value written. */
	li	t0, 5
	csrw	mcountinhibit, t0
	csrr	t1, mcountinhibit
	and	t1, t1, t0
	sw	t1, 0(s4)
	addi	s4, s4, 4
	.irp	register, cycle, instret
	li	t0, 0x12345678
	csrw	m\register, t0
	li	t1, 0x9abcdef0
	csrw	m\register\()h, t1
	nop
	.irp	name, m\register, m\register\()h, \register, \register\()h
	csrr	t2, \name
	sw	t2, 0(s4)
	addi	s4, s4, 4
	.endr
	.endr
	/* There are no event counters, so they read as 0. */
	.irp	name, mhpmcounter3, mhpmcounter3h, mhpmevent3
	li	t2, -1
	csrr	t2, \name
	sw	t2, 0(s4)
	addi	s4, s4, 4
	.endr
	csrw	mcountinhibit, zero

	lw	ra, 0(s10)
	ret

	.balign	4
trap:
	addi	s7, s7, 1
	csrr	s9, mcause
	bnez	s8, 1f
	csrr	s8, mtval
1:	csrr	t0, mepc
	lhu	t3, 0(t0)
	andi	t3, t3, 3
	addi	t0, t0, 2
	li	t2, 3
	bne	t3, t2, 1f
	addi	t0, t0, 2
1:	csrw	mepc, t0
	mret

	.data
	.balign	8
kept:
	.skip	8
three:
	.double	1.5, -0.1
	.dword	0x0123456789abcdef
place:
	.double	2.25, 0
	.bss
	.balign	8
	.globl	signature, signature_end
signature:
	.skip	16384
signature_end:
