/* The entry of all interrupts: saves the registers that a call may change, and goes on with the
 * program after it. */

#define FLOATS 64
#define FRAME (FLOATS + 160 + 16)

    .section .text.hal_interrupt_entry, "ax", @progbits
    .align 2
    .global hal_interrupt_entry
    .type hal_interrupt_entry, @function
hal_interrupt_entry:
    .cfi_startproc
    .cfi_signal_frame
    addi sp, sp, -FRAME
    .cfi_def_cfa_offset FRAME
    sw ra, 0(sp)
    sw t0, 4(sp)
    sw t1, 8(sp)
    sw t2, 12(sp)
    sw a0, 16(sp)
    sw a1, 20(sp)
    sw a2, 24(sp)
    sw a3, 28(sp)
    sw a4, 32(sp)
    sw a5, 36(sp)
    sw a6, 40(sp)
    sw a7, 44(sp)
    sw t3, 48(sp)
    sw t4, 52(sp)
    sw t5, 56(sp)
    sw t6, 60(sp)
#ifdef __riscv_flen
    fsd ft0, FLOATS + 0(sp)
    fsd ft1, FLOATS + 8(sp)
    fsd ft2, FLOATS + 16(sp)
    fsd ft3, FLOATS + 24(sp)
    fsd ft4, FLOATS + 32(sp)
    fsd ft5, FLOATS + 40(sp)
    fsd ft6, FLOATS + 48(sp)
    fsd ft7, FLOATS + 56(sp)
    fsd fa0, FLOATS + 64(sp)
    fsd fa1, FLOATS + 72(sp)
    fsd fa2, FLOATS + 80(sp)
    fsd fa3, FLOATS + 88(sp)
    fsd fa4, FLOATS + 96(sp)
    fsd fa5, FLOATS + 104(sp)
    fsd fa6, FLOATS + 112(sp)
    fsd fa7, FLOATS + 120(sp)
    fsd ft8, FLOATS + 128(sp)
    fsd ft9, FLOATS + 136(sp)
    fsd ft10, FLOATS + 144(sp)
    fsd ft11, FLOATS + 152(sp)
    frcsr t0
    sw t0, FLOATS + 160(sp)
#endif
    csrr t0, mepc
    sw t0, FLOATS + 164(sp)
    .cfi_offset ra, FLOATS + 164 - FRAME
    call hal_interrupted
#ifdef __riscv_flen
    lw t0, FLOATS + 160(sp)
    fscsr t0
    fld ft0, FLOATS + 0(sp)
    fld ft1, FLOATS + 8(sp)
    fld ft2, FLOATS + 16(sp)
    fld ft3, FLOATS + 24(sp)
    fld ft4, FLOATS + 32(sp)
    fld ft5, FLOATS + 40(sp)
    fld ft6, FLOATS + 48(sp)
    fld ft7, FLOATS + 56(sp)
    fld fa0, FLOATS + 64(sp)
    fld fa1, FLOATS + 72(sp)
    fld fa2, FLOATS + 80(sp)
    fld fa3, FLOATS + 88(sp)
    fld fa4, FLOATS + 96(sp)
    fld fa5, FLOATS + 104(sp)
    fld fa6, FLOATS + 112(sp)
    fld fa7, FLOATS + 120(sp)
    fld ft8, FLOATS + 128(sp)
    fld ft9, FLOATS + 136(sp)
    fld ft10, FLOATS + 144(sp)
    fld ft11, FLOATS + 152(sp)
#endif
    lw ra, 0(sp)
    lw t0, 4(sp)
    lw t1, 8(sp)
    lw t2, 12(sp)
    lw a0, 16(sp)
    lw a1, 20(sp)
    lw a2, 24(sp)
    lw a3, 28(sp)
    lw a4, 32(sp)
    lw a5, 36(sp)
    lw a6, 40(sp)
    lw a7, 44(sp)
    lw t3, 48(sp)
    lw t4, 52(sp)
    lw t5, 56(sp)
    lw t6, 60(sp)
    addi sp, sp, FRAME
    .cfi_def_cfa_offset 0
    mret
    .cfi_endproc
    .size hal_interrupt_entry, . - hal_interrupt_entry
