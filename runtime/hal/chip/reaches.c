#include "hal/chip/inline/registers.h"
#include "hal/chip/inline/self.h"
#include "hal/hal.h"

/* A core's loads and stores reach its process' own memory and other tiles, but not the memory of
 * other processes in its tile. */
bool hal_reaches(int place) {
    uint32_t other = hal_shared_of(place), own = hal_self.process->shared;
    return other == own || (other ^ own) >> register_read(REGISTER_TILE_SHIFT);
}
