/* The cost of onchip_sum_int() without waiting: for a thread that sends its value, and for thread 0
 * when the values of the others have arrived. */
#include <omp.h>
#include <onchip_omp.h>
#include <stdio.h>

#include "../../benchmarks/omp/epcc.h"

#define WARM_UP 2

int main(void) {
    static uint32_t sending, gathering;
#pragma omp parallel
    for (int i = 0; i <= WARM_UP; i++) {
        int me = omp_get_thread_num();
#pragma omp barrier
        if (me == 0)
            for (int j = 0; j < 10; j++)
                delay();
        uint32_t start = cycles();
        onchip_sum_int(me);
        uint32_t taken = cycles() - start;
        if (me == 1)
            sending = taken;
        if (me == 0)
            gathering = taken;
    }
    printf("send %u\ngather %u\n", (unsigned)sending, (unsigned)gathering);
    return 0;
}
