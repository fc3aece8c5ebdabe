/* Calls to the host, the machine that has the chip's files and console. */
#ifndef HAL_CHIP_HOST_H
#define HAL_CHIP_HOST_H

#include "hal/chip/inline/registers.h"
#include "link/variant.h"

/* Makes call `number` and returns its result. The number comes last, so that a function with the
 * same arguments moves none of them. */
int32_t hal_host_call(uint32_t a0, uint32_t a1, uint32_t a2, uint32_t number);
OC_VARIANTS(hal_host_call, hal_host_call_from_tile, hal_thread_host_call);

static inline int32_t host_call_here(uint32_t number, uint32_t a0, uint32_t a1, uint32_t a2) {
    register_write(REGISTER_HOST_A0, a0);
    register_write(REGISTER_HOST_A1, a1);
    register_write(REGISTER_HOST_A2, a2);
    /* The host must see all values stored before this call. */
    __asm__ volatile("" ::: "memory");
    register_write(REGISTER_HOST_CALL, number);
    /* The core must see all values that the host has stored. */
    __asm__ volatile("" ::: "memory");
    return (int32_t)register_read(REGISTER_HOST_RESULT);
}

/* Makes a call with one argument. */
static inline int32_t host_call1(uint32_t number, uint32_t a0) {
    return hal_host_call(a0, 0, 0, number);
}

static inline int32_t host_call2(uint32_t number, uint32_t a0, uint32_t a1) {
    return hal_host_call(a0, a1, 0, number);
}

#endif
