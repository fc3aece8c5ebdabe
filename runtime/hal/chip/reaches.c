#include "hal/chip/inline/registers.h"
#include "hal/chip/inline/self.h"
#include "hal/hal.h"

/* Within its tile, a core cannot access other processes' memory, but its network interface can. */
bool hal_reaches(int place) {
    uint32_t other = hal_shared_of(place), own = hal_self.process->shared;
    return other == own || (other ^ own) >> register_read(REGISTER_TILE_SHIFT);
}
