#include "hal/chip/events.h"
#include "hal/chip/registers.h"
#include "hal/hal.h"

_Thread_local uint32_t missed_events;

void hal_arm(const volatile void *range, size_t bytes) {
    missed_events = 0;
    register_write(REGISTER_ARM_ADDRESS, (uint32_t)range);
    register_write(REGISTER_ARM_BYTES, bytes);
    __asm__ volatile("" ::: "memory");
}

static void set_deadline(uint64_t deadline) {
    register_write(REGISTER_DEADLINE_LO, (uint32_t)deadline);
    register_write(REGISTER_DEADLINE_HI, (uint32_t)(deadline >> 32));
}

void hal_wait(uint64_t deadline) {
    if (missed_events) {
        missed_events = 0;
        return;
    }
    if (deadline == HAL_NEVER) {
        register_read(REGISTER_WAIT);
    } else {
        set_deadline(deadline);
        register_read(REGISTER_WAIT);
        set_deadline(HAL_NEVER);
    }
    __asm__ volatile("" ::: "memory");
}
