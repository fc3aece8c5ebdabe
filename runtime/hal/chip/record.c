/* Compiled for speed. */
#include "hal/chip/inline/registers.h"
#include "hal/hal.h"

/* Nothing more than it takes: what is watched should change little. */
void hal_record(const void *bytes, size_t count) {
    register_write(REGISTER_HOST_A0, (uint32_t)bytes);
    register_write(REGISTER_HOST_A1, count);
    /* The host sees what was stored before. */
    __asm__ volatile("" ::: "memory");
    register_write(REGISTER_HOST_CALL, HOST_RECORD);
}
