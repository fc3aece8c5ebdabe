/* The floating-point unit that tiles share (docs/register-map.md). In programs for cores without a
 * unit of their own, these functions replace the compiler's software functions, because
 * link/fpu-single.flags and link/fpu-double.flags make the linker wrap those. */
#ifndef LIBC_FPU_UNIT_H
#define LIBC_FPU_UNIT_H

#include <stdint.h>

#include "hal/chip/inline/registers.h"

/* The address of the unit's registers; null before the first operation. */
extern _Thread_local volatile uint32_t *__oc_fpu;
volatile uint32_t *__oc_fpu_find(void);

static inline volatile uint32_t *fpu_unit(void) {
    return __builtin_expect(!__oc_fpu, 0) ? __oc_fpu_find() : __oc_fpu;
}

/* Disables interrupts, because a handler must not overwrite the core's operands while the program
 * uses them. */
static inline uint32_t fpu_enter(void) {
    uint32_t status;
    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(status)::"memory");
    return status;
}

static inline void fpu_leave(uint32_t status) {
    __asm__ volatile("csrs mstatus, %0" ::"r"(status) : "memory");
}

/* The result of an operation on one to three operands, as bits. */
static inline uint64_t fpu_double(enum fpu_operation operation, int count, uint64_t a, uint64_t b,
                                  uint64_t c) {
    volatile uint32_t *unit = fpu_unit();
    const uint64_t operands[] = {a, b, c};
    uint32_t status = fpu_enter();
    for (int i = 0; i < count; i++) {
        unit[REGISTER_FPU_OPERANDS / 4 + 2 * i] = (uint32_t)operands[i];
        unit[REGISTER_FPU_OPERANDS / 4 + 2 * i + 1] = (uint32_t)(operands[i] >> 32);
    }
    uint32_t lower = unit[REGISTER_FPU_DOUBLE / 4 + operation];
    uint32_t upper = unit[REGISTER_FPU_UPPER / 4];
    fpu_leave(status);
    return (uint64_t)upper << 32 | lower;
}

static inline uint32_t fpu_single(enum fpu_operation operation, int count, uint32_t a, uint32_t b,
                                  uint32_t c) {
    volatile uint32_t *unit = fpu_unit();
    const uint32_t operands[] = {a, b, c};
    uint32_t status = fpu_enter();
    for (int i = 0; i < count; i++)
        unit[REGISTER_FPU_OPERANDS / 4 + 2 * i] = operands[i];
    uint32_t result = unit[REGISTER_FPU_SINGLE / 4 + operation];
    fpu_leave(status);
    return result;
}

#endif
