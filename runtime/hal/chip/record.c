#include "hal/chip/inline/registers.h"
#include "hal/hal.h"

/* Executes as few instructions as possible, so that recording changes the program's timing
 * little. */
void hal_record(const void *bytes, size_t count) {
    register_write(REGISTER_HOST_A0, (uint32_t)bytes);
    register_write(REGISTER_HOST_A1, count);
    /* The host sees all values stored before this call. */
    __asm__ volatile("" ::: "memory");
    register_write(REGISTER_HOST_CALL, HOST_RECORD);
}
