#include "hal/hal.h"

int hal_tile_of(int place) {
    return place;
}
