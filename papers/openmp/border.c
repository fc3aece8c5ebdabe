/* Multiplies matrices in DRAM with ever smaller caches: the second level of each tile is divided
 * between a cache and memory for the program. At the end, the program multiplies matrices in that
 * memory. All threads work at the same time. The result is the number of cycles of an inner
 * step. */
#include <omp.h>
#include <onchip_copy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../benchmarks/omp/epcc.h"

enum { ROWS = 80, KB = 1024, PLACES = 6 };

static void multiply(const int *a, const int *b, int *c) {
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < ROWS; j++) {
            int sum = 0;
            for (int k = 0; k < ROWS; k++)
                sum += a[i * ROWS + k] * b[k * ROWS + j];
            c[i * ROWS + j] = sum;
        }
}

int main(void) {
    static const size_t cached[PLACES] = {256 * KB, 128 * KB, 64 * KB, 32 * KB, 0, 0};
    static uint32_t taken[PLACES];
    static int wrong;
#pragma omp parallel reduction(+ : wrong)
    {
        enum { ITEMS = ROWS * ROWS };
        int *far = malloc(3 * ITEMS * sizeof *far), *at = far;
        for (int i = 0; i < 2 * ITEMS; i++)
            far[i] = i % 19;
        for (int place = 0; place < PLACES; place++) {
            void *memory;
            size_t room;
            onchip_second_level(cached[place], &memory, &room);
            if (place == PLACES - 1) /* the last product is in the tile */
                at = memcpy(memory, far, 2 * ITEMS * sizeof *far);
            multiply(at, at + ITEMS, at + 2 * ITEMS);
#pragma omp barrier
            uint32_t start = cycles();
            multiply(at, at + ITEMS, at + 2 * ITEMS);
            uint32_t end = cycles();
#pragma omp barrier
            if (omp_get_thread_num() == 0)
                taken[place] = end - start;
            wrong += memcmp(at + 2 * ITEMS, far + 2 * ITEMS, ITEMS * sizeof *far) != 0;
        }
        void *none;
        size_t room;
        onchip_second_level(256 * KB, &none, &room);
        free(far);
    }
    for (int place = 0; place < PLACES; place++) {
        const char *name = place == PLACES - 1 ? "memory" : "cache";
        printf("%s_%u %.2f\n", name, (unsigned)(cached[place] / KB),
               taken[place] / (double)(ROWS * ROWS * ROWS));
    }
    return wrong;
}
