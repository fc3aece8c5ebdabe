#include "hal/chip/devices.h"

static uint32_t of(int place, uint32_t offset) {
    return devices_of(place, REGISTER_TRICKBOX, REGISTER_TRICKBOX_STRIDE) + offset;
}

_Static_assert((int)REGISTER_TRICKBOX_HOLD == 4 * HAL_HOLD &&
                   (int)REGISTER_TRICKBOX_RELEASE == 4 * HAL_RELEASE &&
                   (int)REGISTER_TRICKBOX_RESET == 4 * HAL_RESET,
               "the registers are in the order of their names");

void hal_trickbox_write(int place, enum hal_trickbox which, uint32_t value) {
    device_write(of(place, 4 * which), value);
    hal_fence();
}

uint32_t hal_trickbox_state(int place) {
    return device_read(of(place, REGISTER_TRICKBOX_STATE));
}
