/* Registers of priorities and circuits, for the test programs of this folder. */
#include "program.h"

/* The address of a register of core number `core` in its tile's window. In the window, the
 * registers of neighbouring cores are `stride` bytes apart. */
static inline uint32_t share(uint32_t core, uint32_t area, uint32_t stride) {
    uint32_t cores = REGISTER(TILE_CORES);
    return DEVICES + (core / cores << DEVICES_SHIFT) + area + core % cores * stride;
}

#define QUALITY(core, name)                                                                        \
    WORD(share(core, REGISTER_QOS_SHARE, REGISTER_QOS_SHARE_STRIDE) + REGISTER_##name)
#define PRIORITY(core, target)                                                                     \
    WORD(share(core, REGISTER_PRIORITY_SHARE, REGISTER_PRIORITY_SHARE_STRIDE) + 4 * (target))

static inline uint32_t tile_of(uint32_t number) {
    return place(number)->core / REGISTER(TILE_CORES);
}

static inline void fence(void) {
    __asm__ volatile("fence" ::: "memory");
}

static inline void add(uint32_t word, uint32_t amount) {
    __asm__ volatile("amoadd.w zero, %0, (%1)" ::"r"(amount), "r"(word) : "memory");
}

/* Sleeps until the word in the core's own tile has at least this value. */
static inline void await(uint32_t word, uint32_t value) {
    REGISTER(ARM_ADDRESS) = word;
    REGISTER(ARM_BYTES) = 4;
    while (WORD(word) < value) {
        (void)REGISTER(WAIT);
    }
}

/* Gives a command to the core's own circuit registers, sleeps until it is done, and returns the
 * result. */
static inline uint32_t circuit_command(uint32_t offset, uint32_t wanted) {
    uint32_t registers = share(REGISTER(CORE), REGISTER_QOS_SHARE, REGISTER_QOS_SHARE_STRIDE);
    REGISTER(ARM_BYTES) = 0;
    WORD(registers + offset) = wanted;
    uint32_t result;
    while ((result = WORD(registers + REGISTER_CIRCUIT_RESULT)) == CIRCUIT_PENDING) {
        (void)REGISTER(WAIT);
    }
    return result;
}

static inline uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}
