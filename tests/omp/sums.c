/* Reductions by messages, one right after the other. */
#include <omp.h>
#include <onchip_omp.h>

#include "check.h"

#define ROUNDS 30

int main(void) {
    int threads = 1, differ = 0;
#pragma omp parallel
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        for (int round = 0; round < ROUNDS; round++) {
            for (volatile int i = 0; i < (round + me) % all * 20; i++)
                ;
            int sum = onchip_sum_int(me + round);
            double real = onchip_sum_double(me * 0.5);
            if (me == 0) {
                threads = all;
                differ += sum != all * (all - 1) / 2 + all * round;
                differ += real != all * (all - 1) * 0.25;
            }
        }
    }
    CHECK(threads > 0 && differ == 0 && onchip_sum_int(7) == 7);
#pragma omp parallel num_threads(2)
    {
        int sum = onchip_sum_int(1);
        if (omp_get_thread_num() == 0)
            CHECK(sum == omp_get_num_threads());
    }
    puts(wrong ? "wrong" : "done");
    return wrong;
}
