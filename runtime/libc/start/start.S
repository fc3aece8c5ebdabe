/* The first instructions of a process. The loader sets pc to _start and all registers to zero; the
 * process record, which the PROCESS register points to, tells the rest. */

#include "hal/chip/stack.h"

    .section .text.start, "ax", @progbits
    .global _start
    .type _start, @function
_start:
    .cfi_startproc
    .cfi_undefined ra
    .option push
    .option norelax
    la gp, __global_pointer$
    .option pop

    li t0, 0x6000 /* mstatus.FS: floating point on; the rounding mode is the nearest, no flags */
    csrs mstatus, t0
    fscsr zero

    li t0, 0x20000020 /* REGISTER_PROCESS */
    lw a0, 0(t0)
    lw sp, PROCESS_STACK_END(a0)

    /* The block of thread-local storage is carved from the top of the stack, so its addresses are
     * global and hold for other cores too. */
    lui t0, %hi(__tls_size)
    addi t0, t0, %lo(__tls_size)
    sub sp, sp, t0
    lui t0, %hi(__tls_mask)
    addi t0, t0, %lo(__tls_mask)
    and sp, sp, t0
    mv a1, sp
    tail start_process
    .cfi_endproc
    .size _start, . - _start
