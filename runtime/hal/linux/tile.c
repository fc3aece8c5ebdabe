#include "hal/hal.h"

int hal_tile_of(int place) {
    return place;
}

int hal_middle_links(void) {
    return hal_places();
}

int hal_columns(void) {
    return 0;
}
