/* Start-up under qemu-system-riscv32 -machine virt, for the test objects that also run with core.S.
 * The test device ends the program. */
	.section .init, "ax"
	.globl	_start
_start:
	li	t0, 0x6000		/* mstatus.FS: floating point on */
	csrs	mstatus, t0
	call	test
	li	t0, 0x100000		/* the test device: power off */
	li	t1, 0x5555
	sw	t1, 0(t0)
1:	j	1b
