/* The numbering of hardware mutexes. First come the mutexes of DRAM, spread over its controllers so
 * that consecutive numbers are at different controllers; then come the mutexes of each other
 * memory. If cores have no atomic instructions, the last mutex of each DRAM controller has no
 * number, because atomic.c uses it. */
#include "hal/chip/mutex.h"
#include "hal/chip/devices.h"
#include "hal/chip/memory.h"
#include "hal/hal.h"

/* How many of a DRAM controller's mutexes have a number. */
static inline uint32_t numbered(uint32_t mutexes) {
    return mutexes ? mutexes - MUTEXES_FOR_ATOMICS : 0;
}

static uint32_t mutexes_of(int controller) {
    uint32_t mutexes =
        hal_controller_register(register_read(REGISTER_TILE), controller, REGISTER_MEMORY_MUTEXES);
    if (MUTEXES_FOR_ATOMICS && (uint32_t)controller < register_read(REGISTER_DRAM_CONTROLLERS))
        return numbered(mutexes);
    return mutexes;
}

/* The address of a mutex outside DRAM; `number` counts only these mutexes. If there is none with
 * this number, the result is an address in the first controller's registers at which there is no
 * register. */
static uint32_t address_beside_dram(uint32_t number, uint32_t mutex) {
    int controllers = hal_controllers();
    for (int i = (int)register_read(REGISTER_DRAM_CONTROLLERS); i < controllers; i++) {
        uint32_t mutexes = mutexes_of(i);
        if (number < mutexes)
            return mutex_address((uint32_t)i, number);
        number -= mutexes;
    }
    return mutex_address(0, mutex);
}

hal_address hal_mutex_of(int mutex) {
    uint32_t number = (uint32_t)mutex, controllers = register_read(REGISTER_DRAM_CONTROLLERS);
    uint32_t of_dram = numbered(register_read(REGISTER_MUTEXES)) * controllers;
    if (number >= of_dram)
        return address_beside_dram(number - of_dram, number);
    uint32_t row = number / controllers;
    return mutex_address(number - row * controllers, row);
}

int hal_mutexes(void) {
    int controllers = hal_controllers();
    uint32_t sum = 0;
    for (int i = 0; i < controllers; i++)
        sum += mutexes_of(i);
    return (int)sum;
}

/* If routers serve their inputs in a fixed order, cores that try without pause could keep the
 * owner's stores out of the network for ever. A core that has failed 16 times therefore pauses
 * between its attempts, and each pause is longer than the previous one. */
void hal_mutex_lock(hal_address mutex) {
    for (uint32_t tries = 0; !hal_mutex_try(mutex); tries += tries < 1024)
        for (uint32_t pause = tries / 16; pause; pause--)
            __asm__ volatile("");
}

void hal_mutex_unlock(hal_address mutex) {
    /* Stores made under the mutex must arrive before the next owner gets the mutex. */
    hal_fence();
    device_write(mutex, 0);
}
