/* Arm and wait, and fences. These functions are inline because every message uses them; each takes
 * a few instructions. */
#ifndef HAL_CHIP_INLINE_WAIT_H
#define HAL_CHIP_INLINE_WAIT_H

#include "hal/chip/inline/events.h"
#include "hal/chip/inline/registers.h"

static inline void hal_fence(void) {
    __asm__ volatile("fence" ::: "memory");
}

static inline void hal_arm(const volatile void *range, size_t bytes) {
    hal_missed_events = 0;
    register_write(REGISTER_ARM_ADDRESS, (uint32_t)range);
    register_write(REGISTER_ARM_BYTES, bytes);
    __asm__ volatile("" ::: "memory");
}

static inline void wait_set_deadline(uint64_t deadline) {
    register_write(REGISTER_DEADLINE_LO, (uint32_t)deadline);
    register_write(REGISTER_DEADLINE_HI, (uint32_t)(deadline >> 32));
}

static inline void hal_wake_by(uint64_t time) {
    wait_set_deadline(time);
}

static inline void hal_wait(uint64_t deadline) {
    if (hal_missed_events) {
        hal_missed_events = 0;
        return;
    }
    if (__builtin_constant_p(deadline) && deadline == HAL_NEVER) {
        register_read(REGISTER_WAIT);
    } else {
        wait_set_deadline(deadline);
        register_read(REGISTER_WAIT);
        wait_set_deadline(HAL_NEVER);
    }
    __asm__ volatile("" ::: "memory");
}

#endif
