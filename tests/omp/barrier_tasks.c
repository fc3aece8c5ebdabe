/* A thread that waits at a barrier runs tasks, which may start regions with barriers of their own:
 * it leaves its barrier when everybody has come (OpenMP 5.2, 15.3.1), not when one of theirs is
 * over. */
#include <omp.h>

#include "check.h"

enum { ROUNDS = 4, TASKS = 6 };

static void work(int rounds) {
    for (volatile int i = 0; i < rounds; i++)
        ;
}

/* Barriers of a region inside the one that waits. */
static void inner_region(void) {
#pragma omp parallel num_threads(2)
    {
        work(20);
#pragma omp barrier
        work(20);
    }
}

int main(void) {
    int has_come = 0, early = 0, run = 0;
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2) reduction(+ : early)
    for (int round = 1; round <= ROUNDS; round++) {
        if (omp_get_thread_num() == 0) {
            for (int i = 0; i < TASKS; i++) {
#pragma omp task shared(run)
                {
                    inner_region();
#pragma omp atomic
                    run++;
                }
            }
            work(600);
#pragma omp atomic write
            has_come = round;
        }
#pragma omp barrier
        int seen;
#pragma omp atomic read
        seen = has_come;
        early += seen != round;
#pragma omp barrier
    }
    CHECK(early == 0);
    CHECK(run == ROUNDS * TASKS);
    puts(wrong ? "wrong" : "done");
    return wrong;
}
