/* Division by ten and by a billion without a division instruction. GCC 12 emits such an instruction
 * even for constant divisors. It takes a core of the chip 32 cycles, and a division of 64 bits
 * takes about a hundred cycles. */
#ifndef LIBC_FORMAT_DIVISION_H
#define LIBC_FORMAT_DIVISION_H

#include <stdint.h>

#define BILLION 1000000000u

static inline uint32_t divide_by_ten(uint32_t value) {
    return (uint32_t)((uint64_t)value * 0xcccccccdu >> 35);
}

/* Returns (high × 2^32 + low) / a billion for a `high` below a billion, and leaves the remainder in
 * `high`. It multiplies by the reciprocal of a billion × 4, whose top bit is set. (Möller and
 * Granlund, Improved division by invariant integers, 2011.) */
static inline uint32_t divide_by_billion(uint32_t *high, uint32_t low) {
    const uint32_t divisor = 4 * BILLION;
    const uint32_t reciprocal = (uint32_t)(UINT64_MAX / divisor - (1ull << 32));
    uint32_t top = *high << 2 | low >> 30;
    uint32_t bottom = low << 2;
    uint64_t product = (uint64_t)reciprocal * top + ((uint64_t)top << 32 | bottom);
    uint32_t quotient = (uint32_t)(product >> 32) + 1;
    uint32_t remainder = bottom - quotient * divisor;
    if (remainder > (uint32_t)product) {
        quotient--;
        remainder += divisor;
    }
    if (remainder >= divisor) {
        quotient++;
        remainder -= divisor;
    }
    *high = remainder >> 2;
    return quotient;
}

#endif
