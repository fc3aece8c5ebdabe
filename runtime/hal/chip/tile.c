#include "hal/chip/registers.h"
#include "hal/hal.h"

int hal_tile_of(int place) {
    return hal_core_of(place) / (int)register_read(REGISTER_TILE_CORES);
}
