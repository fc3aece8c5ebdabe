/* Memories, for what the network would do with them: there is no network here, and no controller.
 */
#include "hal/linux/memory.h"

#include "hal/linux/shared.h"

/* Addresses that name memories, and nothing else. */
#define MEMORIES_START 0x80000000u
#define MEMORY_SHIFT 13

int hal_controllers(void) {
    return 0;
}

uint32_t hal_memory_address(int memory) {
    if (memory < 0 || memory >= self.places)
        return 0;
    return MEMORIES_START + ((uint32_t)memory << MEMORY_SHIFT);
}

int memory_of(uint32_t address) {
    uint32_t memory = (address - MEMORIES_START) >> MEMORY_SHIFT;
    return address >= MEMORIES_START && memory < (uint32_t)self.places ? (int)memory : -1;
}
