/* Threads store to shared memory and read it. Meanwhile one thread moves the border between its
 * tile's second level of cache and ordinary memory, and uses this memory. No store may be lost. */
#include <onchip_copy.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 6000, CHUNK = 500, ROUNDS = 8 };

int main(void) {
    unsigned *shared = calloc(ITEMS, sizeof *shared), wrong = 0, moves = 0;
    void *memory;
    size_t room, most = onchip_second_level(SIZE_MAX, &memory, &room);
    wrong += memory != NULL || room != 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
#pragma omp parallel reduction(+ : wrong)
        {
            /* Two passes, so that the second level holds lines that the first level has evicted. */
#pragma omp for schedule(static, 1) nowait
            for (int chunk = 0; chunk < ITEMS; chunk += CHUNK)
                for (unsigned pass = 0; pass < 2; pass++)
                    for (int i = chunk; i < chunk + CHUNK; i++)
                        shared[i] += pass > 0 ? (unsigned)i : round;
#pragma omp masked
            for (size_t part = 0; part < 4; part++) {
                size_t cached =
                    onchip_second_level(most / 4 * ((round + 3 * part) % 5), &memory, &room);
                uint32_t *words = memory, count = room / sizeof *words;
                wrong += cached + room != most;
                moves += room > 0;
                for (uint32_t i = 0; i < count; i += 5)
                    words[i] = i ^ round;
                for (int i = 0; i < 50; i++)
                    shared[i] += 0 * moves;
                for (uint32_t i = 0; i < count; i += 5)
                    wrong += words[i] != (i ^ round);
            }
#pragma omp barrier
#pragma omp for schedule(static, 70)
            for (int i = 0; i < ITEMS; i++)
                wrong += shared[i] != (unsigned)i * (round + 1) + round * (round + 1) / 2;
        }
    }
    printf("%u wrong, %s\n", wrong, moves > 0 ? "moved" : "no second level");
    free(shared);
}
