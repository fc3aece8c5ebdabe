/* The rounding modes of the floating-point unit, with RISC-V's numbers. */
#ifndef LIBC_FORMAT_ROUNDING_MODE_H
#define LIBC_FORMAT_ROUNDING_MODE_H

enum { NEAREST_EVEN, TOWARD_ZERO, DOWN, UP, NEAREST_AWAY };

static inline int rounding_mode(void) {
    int frm;
    __asm__ volatile("frrm %0" : "=r"(frm));
    return frm;
}

#endif
