/* Switches from one stack to another. The stack pointer is loaded, not computed, because the core
 * checks additions and subtractions of the stack pointer for overflow. */

#include "hal/chip/fibre.h"

    .macro floats instruction
#ifdef __riscv_flen
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
#if __riscv_flen == 64
    f\instruction\()d fs\number, FIBRE_FLOATS + 8 * \number(sp)
#else
    f\instruction\()w fs\number, FIBRE_FLOATS + 8 * \number(sp)
#endif
    .endr
#endif
    .endm

    .section .text.hal_fibre_switch, "ax", @progbits
    .global hal_fibre_switch
    .type hal_fibre_switch, @function
hal_fibre_switch:
    .cfi_startproc
    addi sp, sp, -FIBRE_FRAME
    .cfi_def_cfa_offset FIBRE_FRAME
    floats s
    sw ra, FIBRE_RA(sp)
    .cfi_offset ra, FIBRE_RA - FIBRE_FRAME
    sw s0, FIBRE_S0 + 0(sp)
    sw s1, FIBRE_S0 + 4(sp)
    sw s2, FIBRE_S0 + 8(sp)
    sw s3, FIBRE_S0 + 12(sp)
    sw s4, FIBRE_S0 + 16(sp)
    sw s5, FIBRE_S0 + 20(sp)
    sw s6, FIBRE_S0 + 24(sp)
    sw s7, FIBRE_S0 + 28(sp)
    sw s8, FIBRE_S0 + 32(sp)
    sw s9, FIBRE_S0 + 36(sp)
    sw s10, FIBRE_S0 + 40(sp)
    sw s11, FIBRE_S0 + 44(sp)
    sw sp, 0(a0)
    lw sp, 0(a1)
    floats l
    lw ra, FIBRE_RA(sp)
    lw s0, FIBRE_S0 + 0(sp)
    lw s1, FIBRE_S0 + 4(sp)
    lw s2, FIBRE_S0 + 8(sp)
    lw s3, FIBRE_S0 + 12(sp)
    lw s4, FIBRE_S0 + 16(sp)
    lw s5, FIBRE_S0 + 20(sp)
    lw s6, FIBRE_S0 + 24(sp)
    lw s7, FIBRE_S0 + 28(sp)
    lw s8, FIBRE_S0 + 32(sp)
    lw s9, FIBRE_S0 + 36(sp)
    lw s10, FIBRE_S0 + 40(sp)
    lw s11, FIBRE_S0 + 44(sp)
    addi sp, sp, FIBRE_FRAME
    ret
    .cfi_endproc
    .size hal_fibre_switch, . - hal_fibre_switch

    .section .text.hal_fibre_begin, "ax", @progbits
    .global hal_fibre_begin
    .type hal_fibre_begin, @function
hal_fibre_begin:
    .cfi_startproc
    .cfi_undefined ra
    mv a0, s1
    jalr s0
    ebreak
    .cfi_endproc
    .size hal_fibre_begin, . - hal_fibre_begin
