/* Switches from one stack to another. The stack pointer is loaded, not computed, because the core
 * checks additions and subtractions of the stack pointer for overflow. */

#include "hal/chip/fibre.h"

    .section .text.hal_fibre_switch, "ax", @progbits
    .global hal_fibre_switch
    .type hal_fibre_switch, @function
hal_fibre_switch:
    .cfi_startproc
    addi sp, sp, -FIBRE_FRAME
    .cfi_def_cfa_offset FIBRE_FRAME
    fsd fs0, FIBRE_FLOATS + 0(sp)
    fsd fs1, FIBRE_FLOATS + 8(sp)
    fsd fs2, FIBRE_FLOATS + 16(sp)
    fsd fs3, FIBRE_FLOATS + 24(sp)
    fsd fs4, FIBRE_FLOATS + 32(sp)
    fsd fs5, FIBRE_FLOATS + 40(sp)
    fsd fs6, FIBRE_FLOATS + 48(sp)
    fsd fs7, FIBRE_FLOATS + 56(sp)
    fsd fs8, FIBRE_FLOATS + 64(sp)
    fsd fs9, FIBRE_FLOATS + 72(sp)
    fsd fs10, FIBRE_FLOATS + 80(sp)
    fsd fs11, FIBRE_FLOATS + 88(sp)
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
    fld fs0, FIBRE_FLOATS + 0(sp)
    fld fs1, FIBRE_FLOATS + 8(sp)
    fld fs2, FIBRE_FLOATS + 16(sp)
    fld fs3, FIBRE_FLOATS + 24(sp)
    fld fs4, FIBRE_FLOATS + 32(sp)
    fld fs5, FIBRE_FLOATS + 40(sp)
    fld fs6, FIBRE_FLOATS + 48(sp)
    fld fs7, FIBRE_FLOATS + 56(sp)
    fld fs8, FIBRE_FLOATS + 64(sp)
    fld fs9, FIBRE_FLOATS + 72(sp)
    fld fs10, FIBRE_FLOATS + 80(sp)
    fld fs11, FIBRE_FLOATS + 88(sp)
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
