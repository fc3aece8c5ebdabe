/* A call of the host behind the chip. */
#ifndef HAL_CHIP_HOST_H
#define HAL_CHIP_HOST_H

#include "hal/chip/registers.h"

/* Makes call `number`; gives its result. Unused arguments may hold anything. */
static inline int32_t host_call(uint32_t number) {
    __asm__ volatile("" ::: "memory");
    register_write(REGISTER_HOST_CALL, number);
    __asm__ volatile("" ::: "memory");
    return (int32_t)register_read(REGISTER_HOST_RESULT);
}

static inline int32_t host_call1(uint32_t number, uint32_t a0) {
    register_write(REGISTER_HOST_A0, a0);
    return host_call(number);
}

static inline int32_t host_call3(uint32_t number, uint32_t a0, uint32_t a1, uint32_t a2) {
    register_write(REGISTER_HOST_A1, a1);
    register_write(REGISTER_HOST_A2, a2);
    return host_call1(number, a0);
}

#endif
