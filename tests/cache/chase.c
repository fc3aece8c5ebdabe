/* All threads make dependent loads at once: first from twice as many bytes as a cache of 1 kB
 * holds, then from half as many. Prints the number of loads, and the cycles that the slowest thread
 * needs for each of the two parts. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEP = 32, LOADS = 1280, BYTES = 2048 };

static void *chain(void *memory, size_t bytes) {
    for (size_t at = 0; at < bytes; at += STEP)
        *(void **)((char *)memory + at) = (char *)memory + (at + STEP) % bytes;
    return memory;
}

static uint32_t cycles(void) {
    uint32_t now;
    __asm__ volatile("rdcycle %0" : "=r"(now));
    return now;
}

static uint32_t chase(void *first, int loads) {
    uint32_t start = cycles();
    for (int i = 0; i < loads; i++)
        __asm__ volatile("lw %0, 0(%0)" : "+r"(first));
    return cycles() - start;
}

int main(void) {
    uint32_t spent[2] = {0, 0};
    char *memory = aligned_alloc(BYTES, BYTES);
    for (int i = 0; i < 2; i++) {
        void *first = chain(memory, i ? BYTES / 4 : BYTES);
#pragma omp parallel reduction(max : spent)
        {
            chase(first, 2 * BYTES / STEP);
#pragma omp barrier
            chase(first, BYTES / STEP);
            spent[i] = chase(first, LOADS);
        }
    }
    printf("%d %lu %lu\n", LOADS, (unsigned long)spent[0], (unsigned long)spent[1]);
    free(memory);
}
