/* Names of memories, which priorities and circuits need. Linux itself has no network and no memory
 * controllers. */
#include "hal/linux/memory.h"

#include "hal/linux/shared.h"

/* Addresses from here on name memories and are used for nothing else. */
#define MEMORIES_START 0x80000000u
#define MEMORY_SHIFT 13

size_t hal_second_level(size_t bytes, void **memory, size_t *room) {
    (void)bytes;
    *memory = NULL;
    *room = 0;
    return 0;
}

int hal_controllers(void) {
    return 0;
}

hal_address hal_controller_start(int controller) {
    (void)controller;
    return 0;
}

uint32_t hal_controller_bytes(int controller) {
    (void)controller;
    return 0;
}

int hal_controller_links(int controller, int place) {
    (void)controller;
    (void)place;
    return -1;
}

int hal_controller_between(int writer, int reader) {
    (void)writer;
    (void)reader;
    return -1;
}

uint32_t hal_memory_address(int memory) {
    if (memory < 0 || memory >= hal_self.places)
        return 0;
    return MEMORIES_START + ((uint32_t)memory << MEMORY_SHIFT);
}

int hal_memory_of(uint32_t address) {
    uint32_t memory = (address - MEMORIES_START) >> MEMORY_SHIFT;
    return address >= MEMORIES_START && memory < (uint32_t)hal_self.places ? (int)memory : -1;
}

/* The host keeps its caches coherent. */
void hal_acquire(void) {}

bool hal_is_cached(const volatile void *object) {
    (void)object;
    return false;
}
