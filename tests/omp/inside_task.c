/* While a thread waits at a barrier, it runs a task that contains a region. The barriers of this
 * region must not affect the outer region, even if threads sleep at both. */
#ifdef _OPENMP
#include <omp.h>
#endif

#include "check.h"

#define TASKS 6

static int sum;

static void work(int rounds) {
    for (volatile int i = 0; i < rounds; i++)
        ;
}

static void region(void) {
#pragma omp parallel num_threads(2)
    {
#ifdef _OPENMP
        if (omp_get_thread_num())
            work(8000);
#endif
#pragma omp barrier
#pragma omp single
#pragma omp atomic
        sum++;
    }
}

int main(void) {
#ifdef _OPENMP
    omp_set_max_active_levels(2);
#endif
#pragma omp parallel num_threads(2)
    for (int round = 1; round <= 2; round++) {
#pragma omp master
        {
            work(15000);
            for (int i = 0; i < TASKS; i++)
#pragma omp task
                region();
        }
#pragma omp barrier
        int now;
#pragma omp atomic read
        now = sum;
        CHECK(now == round * TASKS);
#pragma omp barrier
    }
    puts(wrong ? "wrong" : "done");
    return wrong;
}
