/* The first instructions of a process. The loader sets pc to _start and all registers to zero. The
 * PROCESS register points to the process record, which contains everything else. */

#include "hal/chip/entry.inc"

    .section .text.start, "ax", @progbits
    .global _start
    .type _start, @function
_start:
    enter __oc_start_process
    .size _start, . - _start
