#include "hal/chip/devices.h"
#include "hal/hal.h"

static uint32_t own(int counter) {
    return own_devices(REGISTER_COUNTER_SHARE, REGISTER_COUNTER_SHARE_STRIDE) +
           (uint32_t)counter * REGISTER_COUNTER_STRIDE;
}

/* In programs with threads, hal_counters_left() (thread.c) replaces this function. */
int hal_counters_all(void) {
    return (int)register_read(REGISTER_COUNTERS);
}

hal_address hal_counter_of(int place, int counter) {
    return devices_of(place, REGISTER_COUNTER_SHARE, REGISTER_COUNTER_SHARE_STRIDE) +
           (uint32_t)counter * REGISTER_COUNTER_STRIDE;
}

void hal_counter_set(int counter, int32_t value, int32_t reload) {
    device_write(own(counter) + REGISTER_COUNTER_RELOAD, (uint32_t)reload);
    device_write(own(counter) + REGISTER_COUNTER_SET, (uint32_t)value);
}

void hal_counter_start(int counter, int32_t value) {
    device_write(own(counter) + REGISTER_COUNTER_RELOAD, (uint32_t)value);
    device_write(own(counter) + REGISTER_COUNTER_VALUE, (uint32_t)value);
}

void hal_counter_notify(int counter, int which, hal_address to, uint32_t word) {
    uint32_t notification = own(counter) + (uint32_t)which * REGISTER_COUNTER_NOTIFY_STRIDE;
    device_write(notification + REGISTER_COUNTER_WORD, word);
    device_write(notification + REGISTER_COUNTER_NOTIFY, to);
}

int32_t hal_counter_value(hal_address counter) {
    return (int32_t)device_read(counter + REGISTER_COUNTER_VALUE);
}
