/* Accesses to shared blocks, which every core reaches by stores. */
#ifndef HAL_CHIP_INLINE_REMOTE_H
#define HAL_CHIP_INLINE_REMOTE_H

#include "hal/chip/inline/heap_place.h"
#include "hal/chip/inline/registers.h"
#include "hal/chip/inline/self.h"

static inline hal_address hal_shared_of(int place) {
    return hal_self.table[place].shared;
}

static inline void hal_store(hal_address to, uint32_t value) {
    order_stores();
    *(volatile uint32_t *)to = value;
}

static inline uint32_t hal_load(hal_address from) {
    uint32_t value = *(const volatile uint32_t *)from;
    __asm__ volatile("" ::: "memory");
    return value;
}

/* Two words in one floating-point register, so that the compiler cannot split the access. */
union two_words {
    uint32_t word[2];
    double both;
};

static inline void hal_store_two(hal_address to, uint32_t first, uint32_t second) {
    union two_words words = {{first, second}};
    order_stores();
    __asm__ volatile("fsd %0, 0(%1)" ::"f"(words.both), "r"(to) : "memory");
}

static inline void hal_load_two(uint32_t two[2], hal_address from) {
    union two_words words;
    __asm__ volatile("fld %0, 0(%1)" : "=f"(words.both) : "r"(from) : "memory");
    two[0] = words.word[0];
    two[1] = words.word[1];
}

/* The slow path of hal_store_anywhere(). */
void hal_remote_store_at_home(hal_address to, uint32_t value);

/* Within its tile, a core cannot store into other processes' memory, but its network interface
 * can. */
static inline void hal_store_anywhere(hal_address to, uint32_t value) {
    if ((to ^ hal_self.process->shared) >> register_read(REGISTER_TILE_SHIFT))
        hal_store(to, value);
    else
        hal_remote_store_at_home(to, value);
}

#endif
