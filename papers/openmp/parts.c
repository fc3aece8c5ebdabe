/* critical, entered and left by one thread while the others have nothing to do. */
#include <omp.h>
#include <stdio.h>

#include "../../benchmarks/cycles.h"

#define WARM_UP 2

int main(void) {
    uint32_t lock = 0, unlock = 0;
#pragma omp parallel
    for (int i = 0; omp_get_thread_num() == 0 && i <= WARM_UP; i++) {
        uint32_t start = cycles(), inside, end;
#pragma omp critical
        inside = cycles();
        end = cycles();
        lock = inside - start;
        unlock = end - inside;
    }
    printf("lock %u\nunlock %u\n", (unsigned)lock, (unsigned)unlock);
    return 0;
}
