/* The entries of traps while handlers of interrupts are set (mtvec, vectored). */

#define FLOATS 64
#define MEPC (FLOATS + 160)
#define FCSR (MEPC + 4)
#define SPARE (FCSR + 4)
#define FRAME (FLOATS + 160 + 16)

    .macro integers instruction
    .set at, 0
    .irp register, ra, t0, t1, t2, a0, a1, a2, a3, a4, a5, a6, a7, t3, t4, t5, t6
    \instruction \register, at(sp)
    .set at, at + 4
    .endr
    .endm

    .macro floats instruction
    .set at, FLOATS
    .irp register, ft0, ft1, ft2, ft3, ft4, ft5, ft6, ft7, ft8, ft9, ft10, ft11, fa0, fa1, fa2, fa3, fa4, fa5, fa6, fa7
#if __riscv_flen == 64
    f\instruction\()d \register, at(sp)
#else
    f\instruction\()w \register, at(sp)
#endif
    .set at, at + 8
    .endr
    .endm

    .section .text.hal_interrupt_vectors, "ax", @progbits
    .align 6
    .global hal_interrupt_vectors
    .type hal_interrupt_vectors, @function
    .option push
    .option norvc
hal_interrupt_vectors:
    /* Handles an exception. There is no handler of the program for exceptions, so the instruction
     * is executed again and the exception is then reported. */
    csrw mtvec, zero
    mret
    .org hal_interrupt_vectors + 4 * 7
    j interrupted /* the timer's interrupt */
    .org hal_interrupt_vectors + 4 * 11
    j interrupted /* the interrupt of other events */
    .option pop
    .size hal_interrupt_vectors, . - hal_interrupt_vectors

/* Saves the registers that a call may change, calls hal_interrupted(), restores the registers and
 * returns to the program. */
    .type interrupted, @function
interrupted:
    .cfi_startproc
    .cfi_signal_frame
    addi sp, sp, -FRAME
    .cfi_def_cfa_offset FRAME
    integers sw
#ifdef __riscv_flen
    floats s
    frcsr t0
    sw t0, FCSR(sp)
#endif
    csrr t0, mepc
    sw t0, MEPC(sp)
    .cfi_offset ra, MEPC - FRAME
    call hal_interrupted
#ifdef __riscv_flen
    lw t0, FCSR(sp)
    fscsr t0
    floats l
#endif
#ifdef __riscv_atomic
    /* Ends a reservation that the program may hold (LR/SC), because the handler may have changed
     * the reserved word. */
    addi t0, sp, SPARE
    sc.w t1, zero, (t0)
#endif
    integers lw
    addi sp, sp, FRAME
    .cfi_def_cfa_offset 0
    mret
    .cfi_endproc
    .size interrupted, . - interrupted
