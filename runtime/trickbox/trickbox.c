#include "onchip_trickbox.h"

#include "hal/hal.h"

/* Writes to a register of a process' trickbox, if there is such a process. */
static bool write(int process, enum hal_trickbox which, uint32_t value) {
    bool is_there = process >= 0 && process < hal_places();
    if (is_there)
        hal_trickbox_write(process, which, value);
    return is_there;
}

bool onchip_hold(int process) {
    return write(process, HAL_HOLD, 1);
}

bool onchip_release(int process) {
    return write(process, HAL_RELEASE, 1);
}

bool onchip_reset(int process, uintptr_t start) {
    return write(process, HAL_RESET, (uint32_t)start);
}

int onchip_core_state(int process) {
    if (process < 0 || process >= hal_places())
        return -1;
    return (int)hal_trickbox_state(process);
}
