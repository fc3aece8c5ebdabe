#include "hal/chip/devices.h"

int hal_tile_of(int place) {
    return (int)endpoint_of_place(place);
}
