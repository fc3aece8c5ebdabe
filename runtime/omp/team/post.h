#ifndef OMP_TEAM_POST_H
#define OMP_TEAM_POST_H

#include "hal/store.h"
#include "omp/team/block.h"

/* Writes a pointer into another thread's block in one access. */
static inline void oc_post(hal_address words, uintptr_t pointer) {
    if (OC_POINTER_WORDS == 1)
        hal_store(words, (uint32_t)pointer);
    else
        hal_store_two(words, (uint32_t)pointer, (uint32_t)(pointer >> 16 >> 16));
}

/* Clears two words of the calling thread's block that contained a pointer. If another pointer has
 * been written meanwhile, leaves the words as they are and returns false. */
static inline bool oc_clear_post(volatile uint32_t words[OC_POINTER_WORDS], uintptr_t pointer) {
    typedef uint64_t __attribute__((may_alias)) two_words;
    uint64_t expected = pointer;
    return __atomic_compare_exchange_n((volatile two_words *)words, &expected, 0, false,
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

#endif
