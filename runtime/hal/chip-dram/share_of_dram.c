/* Processes with the same nearest DRAM controller divide the part of its memory that is for heaps
 * (heap_bytes_of()) equally. */
#include "hal/chip/inline/heap_place.h"

#include "hal/chip/memory.h"
#include "hal/hal.h"

/* On a chip with data caches, this part of a process' share is never cached and serves the library
 * (tile_heap.h): 1 / UNCACHED of the share. */
#define UNCACHED 8

#define LONGEST_LINE 128u /* largest line of a data cache, in bytes */

/* The DRAM controller nearest to a place; the first one if several are equally near. */
static int nearest(int place) {
    int best = 0, links = INT32_MAX;
    for (int i = 0; i < (int)register_read(REGISTER_DRAM_CONTROLLERS); i++) {
        int away = hal_controller_links(i, place);
        if (away >= 0 && away < links) {
            best = i;
            links = away;
        }
    }
    return best;
}

static heap_record find(void) {
    int own = hal_place(), controller = nearest(own);
    uint32_t sharers = 0, number = 0, tile = register_read(REGISTER_TILE);
    for (int place = 0; place < hal_places(); place++) {
        number = place == own ? sharers : number;
        sharers += nearest(place) == controller;
    }
    uint32_t start = hal_controller_register(tile, controller, REGISTER_MEMORY_START);
    uint32_t all = hal_controller_register(tile, controller, REGISTER_MEMORY_BYTES);
    uint32_t bytes = heap_bytes_of(controller, all) / sharers / HAL_LINE_BYTES * HAL_LINE_BYTES;
    uint32_t data = start + number * bytes, heap = data, end = start + (number + 1) * bytes;
    if (__far_data_bytes) {
        data = (data + LONGEST_LINE - 1) & -LONGEST_LINE;
        heap = data + (uint32_t)__far_data_bytes;
        end = end > FAR_DATA ? FAR_DATA : end;
    }
    uint32_t uncached =
        register_read(REGISTER_CACHE_LINE) ? bytes / UNCACHED / HAL_LINE_BYTES * HAL_LINE_BYTES : 0;
    return (heap_record){data, heap, end - uncached, end};
}

const heap_record *hal_heap_in_dram(void) {
    static heap_record heap;
    if (!heap.heap_end && register_read(REGISTER_DRAM_CONTROLLERS))
        heap = find();
    return &heap;
}
