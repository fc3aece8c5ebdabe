/* Reductions by messages between threads, each immediately after the previous one. */
#include <omp.h>
#include <onchip_omp.h>

#include "check.h"

#define ROUNDS 30

static void pause_for(int rounds) {
    for (volatile int i = 0; i < rounds; i++)
        ;
}

/* Uses teams of every size, growing and shrinking. */
static void sizes(void) {
    int most = omp_get_max_threads();
    for (int step = 0; step < 2 * most; step++) {
        int asked = step < most ? step + 1 : 2 * most - step, differ = 0, others = 0;
#pragma omp parallel num_threads(asked) reduction(+ : others)
        for (int round = 0; round < 2; round++) {
            int me = omp_get_thread_num(), all = omp_get_num_threads();
            int sum = onchip_sum_int(me + 1);
            double real = onchip_sum_double(me * 0.25);
            if (me == 0)
                differ += sum != all * (all + 1) / 2 || real != all * (all - 1) * 0.125;
            else
                others += sum != me + 1 || real != me * 0.25;
        }
        CHECK(!differ && !others);
    }
}

/* A thread sums in a nested region after values of the outer team have already arrived. */
static void inside(int starter, int outer, int inner) {
    int differ = 0;
    for (int round = 0; round < 3; round++)
#pragma omp parallel num_threads(outer) reduction(+ : differ)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        onchip_sum_int(1);
        if (me == starter) {
            pause_for(100);
#pragma omp parallel num_threads(inner) reduction(+ : differ)
            for (int i = 0; i < 3; i++) {
                int mine = omp_get_thread_num(), size = omp_get_num_threads();
                int sum = onchip_sum_int(mine + i);
                double real = onchip_sum_double(0.5);
                if (mine == 0)
                    differ += sum != size * (size - 1) / 2 + size * i || real != size * 0.5;
                else
                    differ += sum != mine + i;
            }
        }
        double real = onchip_sum_double(2.5);
        int sum = onchip_sum_int(me);
        if (me == 0)
            differ += real != all * 2.5 || sum != all * (all - 1) / 2;
    }
    CHECK(!differ);
}

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
    sizes();
    omp_set_max_active_levels(2);
    for (int starter = 0; starter < 6; starter += starter ? 4 : 1) {
        inside(starter, 4, 3);
        inside(starter, 6, 7);
        inside(starter, 2, 1);
    }
    puts(wrong ? "wrong" : "done");
    return wrong;
}
