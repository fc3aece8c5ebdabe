/* Figure 1, measured on thread 0. The first time is from the call that starts a region until thread
 * 0 begins its own part, when the region has been sent to all other threads. The second time is
 * from the end of the parts, which all end in the same cycle, until the call returns. */
#include <omp.h>
#include <stdio.h>

#include "../../benchmarks/cycles.h"

#define WARM_UP 2
#define MOST_THREADS 4
#define WORK 500 /* cycles from the start to the end of each part */

int main(void) {
    static uint32_t begun[MOST_THREADS];
    uint32_t start = 0, end = 0, last = 0;
    for (int i = 0; i <= WARM_UP; i++) {
        start = cycles();
#pragma omp parallel firstprivate(start)
        {
            uint32_t now = cycles();
            begun[omp_get_thread_num()] = now - start;
            while (cycles() - start < WORK)
                ;
        }
        end = cycles() - start - WORK;
    }
    for (int i = 0; i < MOST_THREADS; i++)
        last = begun[i] > last ? begun[i] : last;
    printf("start %u\nlast %u\nend %u\n", (unsigned)begun[0], (unsigned)last, (unsigned)end);
    return 0;
}
