#include "hal/chip/devices.h"
#include "hal/chip/thread.h"
#include "hal/hal.h"

int hal_thread_tile(int thread) {
    return (int)((thread_entry(thread)->shared - 0x80000000u) >>
                 register_read(REGISTER_TILE_SHIFT));
}
