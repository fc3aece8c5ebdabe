#include "hal/chip/inline/self.h"
#include "hal/hal.h"

int hal_place(void) {
    return (int)hal_self.place;
}

int hal_places(void) {
    return (int)hal_self.places;
}

int hal_core_of(int place) {
    return (int)hal_self.table[place].core;
}

int hal_program_of(int place) {
    return (int)hal_self.table[place].program;
}

bool hal_has_ended(int place) {
    return hal_load(hal_shared_of(place) + HAL_SHARED_BYTES) != 0;
}
