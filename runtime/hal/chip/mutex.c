/* Mutexes are spread over the memory controllers, so that neighbours do not share one. */
#include "hal/chip/devices.h"
#include "hal/hal.h"

static uint32_t mutex_address(int mutex) {
    uint32_t tiles = register_read(REGISTER_TILES);
    uint32_t controllers = register_read(REGISTER_CONTROLLERS);
    uint32_t number = (uint32_t)mutex;
    return device_window(tiles + number % controllers) +
           number / controllers * REGISTER_MUTEX_STRIDE;
}

static bool take(uint32_t address) {
    return device_read(address) == 0;
}

int hal_mutexes(void) {
    return (int)(register_read(REGISTER_MUTEXES) * register_read(REGISTER_CONTROLLERS));
}

bool hal_mutex_try(int mutex) {
    return take(mutex_address(mutex));
}

void hal_mutex_lock(int mutex) {
    uint32_t address = mutex_address(mutex);
    while (!take(address))
        ;
}

void hal_mutex_unlock(int mutex) {
    /* What was stored under the mutex arrives before the next owner gets it. */
    hal_fence();
    device_write(mutex_address(mutex), 0);
}
