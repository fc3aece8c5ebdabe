/* The first instructions of a process. The loader sets pc to _start and all registers to zero; the
 * process record, which the PROCESS register points to, tells the rest. */

#include "hal/chip/entry.inc"

    .section .text.start, "ax", @progbits
    .global _start
    .type _start, @function
_start:
    enter __oc_start_process
    .size _start, . - _start
