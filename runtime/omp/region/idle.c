#include "omp/region/idle.h"

#include "hal/hal.h"

#define MOST_THREADS 1024

/* A bit for each thread: whether it is in a nested region. */
static uint32_t taken[MOST_THREADS / 32];

int oc_idle_take(uint16_t *threads, int most, int first, int end) {
    int count = 0;
    if (end > MOST_THREADS)
        end = MOST_THREADS;
    for (int i = first; i < end && count < most; i++) {
        uint32_t bit = (uint32_t)1 << i % 32, *word = &taken[i / 32];
        if (!(__atomic_load_n(word, __ATOMIC_RELAXED) & bit) &&
            !(__atomic_fetch_or(word, bit, __ATOMIC_ACQUIRE) & bit))
            threads[count++] = (uint16_t)i;
    }
    return count;
}

void oc_idle_give(const uint16_t *threads, int count) {
    for (int i = 0; i < count; i++)
        __atomic_fetch_and(&taken[threads[i] / 32], ~((uint32_t)1 << threads[i] % 32),
                           __ATOMIC_RELEASE);
}
