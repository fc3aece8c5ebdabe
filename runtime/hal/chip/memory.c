#include "hal/chip/memory.h"

#include "hal/chip/registers.h"
#include "hal/hal.h"

#define TILES_START 0x80000000u
#define DRAM_START 0xc0000000u

int hal_controllers(void) {
    return (int)register_read(REGISTER_CONTROLLERS);
}

/* Bytes of DRAM behind each controller. */
static uint32_t share(void) {
    uint32_t controllers = register_read(REGISTER_CONTROLLERS);
    return controllers ? register_read(REGISTER_DRAM_BYTES) / controllers : 0;
}

uint32_t endpoint_of_memory(int memory) {
    int places = hal_places();
    if (memory < 0 || memory >= places + hal_controllers())
        return NO_ENDPOINT;
    if (memory >= places)
        return register_read(REGISTER_TILES) + (uint32_t)(memory - places);
    return (uint32_t)hal_core_of(memory) / register_read(REGISTER_TILE_CORES);
}

uint32_t endpoint_of_address(uint32_t address) {
    uint32_t tiles = register_read(REGISTER_TILES), number;
    if (address >= DRAM_START) {
        if (address - DRAM_START >= register_read(REGISTER_DRAM_BYTES))
            return NO_ENDPOINT;
        return tiles + (address - DRAM_START) / share();
    }
    if (is_windowed((const void *)address))
        return register_read(REGISTER_TILE);
    number = (address - TILES_START) >> register_read(REGISTER_TILE_SHIFT);
    return address >= TILES_START && number < tiles ? number : NO_ENDPOINT;
}

uint32_t hal_memory_address(int memory) {
    uint32_t endpoint = endpoint_of_memory(memory), tiles = register_read(REGISTER_TILES);
    if (endpoint == NO_ENDPOINT)
        return 0;
    if (endpoint >= tiles)
        return DRAM_START + (endpoint - tiles) * share();
    return TILES_START + (endpoint << register_read(REGISTER_TILE_SHIFT));
}
