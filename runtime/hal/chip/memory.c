#include "hal/chip/memory.h"

#include "hal/chip/inline/heap_place.h"
#include "hal/hal.h"

#define TILES_START 0x80000000u
#define CONTROLLERS_START 0xc0000000u

int hal_controllers(void) {
    return (int)register_read(REGISTER_CONTROLLERS);
}

static uint32_t start_of(int controller) {
    return hal_controller_register(register_read(REGISTER_TILE), controller, REGISTER_MEMORY_START);
}

static uint32_t bytes_of(int controller) {
    return hal_controller_register(register_read(REGISTER_TILE), controller, REGISTER_MEMORY_BYTES);
}

hal_address hal_controller_start(int controller) {
    return start_of(controller) +
           (HEAP_IN_DRAM ? heap_bytes_of(controller, bytes_of(controller)) : 0);
}

uint32_t hal_controller_bytes(int controller) {
    uint32_t bytes = bytes_of(controller);
    return bytes - heap_bytes_of(controller, bytes);
}

uint32_t hal_endpoint_of_memory(int memory) {
    uint32_t places = hal_self.places, controller = (uint32_t)memory - places;
    if (__builtin_expect((uint32_t)memory < places, true))
        return endpoint_of_place(memory);
    return memory > 0 && controller < (uint32_t)hal_controllers()
               ? register_read(REGISTER_TILES) + controller
               : NO_ENDPOINT;
}

/* The endpoint of the controller whose memory holds an address; NO_ENDPOINT if this tile may not
 * use that memory. */
static uint32_t endpoint_of_controlled(uint32_t address) {
    uint32_t tile = register_read(REGISTER_TILE);
    for (int i = hal_controllers(); i-- > 0;)
        if (address - start_of(i) < bytes_of(i) &&
            hal_controller_register(tile, i, REGISTER_MEMORY_LINKS) != MEMORY_CLOSED)
            return register_read(REGISTER_TILES) + (uint32_t)i;
    return NO_ENDPOINT;
}

uint32_t hal_endpoint_of_address(uint32_t address) {
    if (address >= CONTROLLERS_START)
        return endpoint_of_controlled(address);
    if (is_windowed((const void *)address))
        return register_read(REGISTER_TILE);
    uint32_t number = (address - TILES_START) >> register_read(REGISTER_TILE_SHIFT);
    bool exists = address >= TILES_START && number < register_read(REGISTER_TILES);
    return exists ? number : NO_ENDPOINT;
}

size_t hal_second_level(size_t bytes, void **memory, size_t *room) {
    uint32_t most = register_read(REGISTER_SECOND_MOST), way = register_read(REGISTER_SECOND_WAY);
    *memory = NULL;
    *room = 0;
    if (most == 0)
        return 0;
    uint32_t cached = bytes < most ? ((uint32_t)bytes + way - 1) / way * way : most;
    register_write(REGISTER_SECOND_BYTES, cached);
    *room = most - cached;
    if (*room > 0)
        *memory = (void *)register_read(REGISTER_SECOND_START);
    return cached;
}

uint32_t hal_memory_address(int memory) {
    uint32_t endpoint = hal_endpoint_of_memory(memory), tiles = register_read(REGISTER_TILES);
    if (endpoint == NO_ENDPOINT)
        return 0;
    if (endpoint >= tiles)
        return hal_controller_start((int)(endpoint - tiles));
    return TILES_START + (endpoint << register_read(REGISTER_TILE_SHIFT));
}
