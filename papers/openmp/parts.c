/* The cost for one thread to enter and leave critical while the others are idle: for the thread
 * next to the lock's queue, and for one in another tile. */
#include <omp.h>
#include <stdio.h>

#include "../../benchmarks/cycles.h"

#define WARM_UP 2

static uint32_t lock, unlock;

static void measure(void) {
    for (int i = 0; i <= WARM_UP; i++) {
        uint32_t start = cycles(), inside, end;
#pragma omp critical
        inside = cycles();
        end = cycles();
        lock = inside - start;
        unlock = end - inside;
    }
}

int main(void) {
    static const char *const where[] = {"", "_far"};
#pragma omp parallel
    for (int thread = 0; thread < 2; thread++) {
        if (omp_get_thread_num() == thread) {
            measure();
            printf("lock%s %u\nunlock%s %u\n", where[thread], (unsigned)lock, where[thread],
                   (unsigned)unlock);
        }
#pragma omp barrier
    }
    return 0;
}
