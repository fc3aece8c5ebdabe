#include "hal/hal.h"
#include "onchip_copy.h"

size_t onchip_second_level(size_t bytes, void **memory, size_t *room) {
    return hal_second_level(bytes, memory, room);
}
