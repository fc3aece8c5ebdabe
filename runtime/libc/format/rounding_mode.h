/* The rounding modes of the floating-point unit, with RISC-V's numbers. A core without such a unit
 * has only one mode, NEAREST_EVEN. */
#ifndef LIBC_FORMAT_ROUNDING_MODE_H
#define LIBC_FORMAT_ROUNDING_MODE_H

enum { NEAREST_EVEN, TOWARD_ZERO, DOWN, UP, NEAREST_AWAY };

static inline int rounding_mode(void) {
    int frm = NEAREST_EVEN;
#ifdef __riscv_flen
    __asm__ volatile("frrm %0" : "=r"(frm));
#endif
    return frm;
}

#endif
