/* Reads the cycle counter, which has the same value on all cores. */
#ifndef CYCLES_H
#define CYCLES_H

#include <stdint.h>

/* The lower half of the cycle count, which is enough for differences. */
static inline uint32_t cycles(void) {
    uint32_t now;
    __asm__ volatile("rdcycle %0" : "=r"(now)::"memory");
    return now;
}

#endif
