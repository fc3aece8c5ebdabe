/* Those functions of hal/store.h that are only a few instructions long. */
#ifndef HAL_LINUX_INLINE_STORE_H
#define HAL_LINUX_INLINE_STORE_H

#include <stdint.h>

static inline hal_pair hal_pair_of(const void *first, const void *second) {
    return (hal_pair){{(uintptr_t)first, (uintptr_t)second}};
}

static inline void hal_store_pair(hal_address to, hal_pair pair) {
    for (int i = 0; i < 2; i++, to += sizeof(uintptr_t))
        hal_store_two(to, (uint32_t)pair.words[i], (uint32_t)((uint64_t)pair.words[i] >> 32));
}

static inline void hal_copy_pair(void *to, const void *from) {
    const hal_pair *there = from;
    hal_pair *here = to;
    for (int i = 0; i < 2; i++)
        HAL_WRITE(&here->words[i], HAL_READ(&there->words[i]));
}

#endif
