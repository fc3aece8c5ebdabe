/* The entry of a process' further threads. The loader sets their program counter to it. */

#include "hal/chip/entry.inc"

    .section .text.hal_thread_start, "ax", @progbits
    .global hal_thread_start
    .type hal_thread_start, @function
hal_thread_start:
    enter hal_start_thread
    .size hal_thread_start, . - hal_thread_start
