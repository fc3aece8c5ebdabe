/* Cancellation: with OMP_CANCELLATION=true, constructs end early; without it, nothing changes. A
 * thread notices a cancellation at a cancellation point, and when it reaches a barrier or waits at
 * one. */
#include <omp.h>

#include "check.h"

#define ROUNDS 12
#define STEPS 40

static int is_on;

/* A delay that differs between threads and rounds. */
static void dawdle(int seed) {
    for (volatile int i = 0; i < seed * 7 % 50; i++)
        ;
}

/* Checks that barriers, a `single` and loops still work after everything that came before. */
static void all_is_well(int threads) {
    int singles = 0, steps = 0, late = 0, at[64] = {0};
#pragma omp parallel num_threads(threads) reduction(+ : late)
    for (int round = 1; round <= 2; round++) {
        at[omp_get_thread_num()] = round;
#pragma omp barrier
        for (int i = 0; i < omp_get_num_threads(); i++)
            late += at[i] != round;
#pragma omp barrier
#pragma omp single
        singles++;
#pragma omp for schedule(dynamic, 3)
        for (int i = 0; i < STEPS; i++) {
#pragma omp atomic
            steps++;
        }
    }
    CHECK(late == 0 && singles == 2 && steps == 2 * STEPS);
}

/* One thread cancels the region, while the others wait for it at a barrier. */
static void region(int threads) {
    for (int round = 0; round < ROUNDS; round++) {
        int before = 0, after = 0, cancelled = 0;
#pragma omp parallel num_threads(threads)
        {
            int me = omp_get_thread_num();
            dawdle(me + round);
#pragma omp atomic
            before++;
#pragma omp barrier
            dawdle(me * round);
            if (me == round % omp_get_num_threads()) {
#pragma omp atomic
                cancelled++;
#pragma omp cancel parallel
#pragma omp atomic
                cancelled--;
            }
#pragma omp barrier
#pragma omp atomic
            after++;
        }
        CHECK(before == threads && cancelled == is_on && after == (is_on ? 0 : threads));
    }
    all_is_well(threads);
}

/* A thread leaves a cancelled region at a cancellation point, even if the point is in a loop. */
static void points(int threads) {
    int found = 0, after = 0;
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < STEPS; i++)
            dawdle(i);
        if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
        }
#pragma omp atomic
        found++;
        for (int i = 0; is_on; i++) {
            dawdle(i);
#pragma omp cancellation point parallel
        }
#pragma omp atomic
        after++;
    }
    CHECK(found == (is_on ? threads - 1 : threads) && after == (is_on ? 0 : threads));
    all_is_well(threads);
}

/* Only a `cancel` whose `if` clause is true cancels. */
static void conditions(int threads, int yes) {
    int after = 0;
#pragma omp parallel num_threads(threads)
    {
#pragma omp cancel parallel if (!yes)
#pragma omp barrier
#pragma omp atomic
        after++;
#pragma omp barrier
#pragma omp cancel parallel if (yes)
#pragma omp atomic
        after++;
    }
    CHECK(after == (is_on ? threads : 2 * threads));
}

/* The thread that finds the value cancels the search; all threads continue after the loop. */
static void loops(int threads) {
    for (int round = 0; round < ROUNDS; round++) {
        int done = 0, after = 0, found = 0, next = 0;
#pragma omp parallel num_threads(threads)
        {
#pragma omp for schedule(dynamic)
            for (int i = 0; i < STEPS; i++) {
                dawdle(i + round);
                if (i == 2 * round) {
#pragma omp atomic
                    found++;
#pragma omp cancel for
                }
#pragma omp cancellation point for
#pragma omp atomic
                done++;
            }
#pragma omp atomic
            after++;
            /* The next loop is not cancelled. */
#pragma omp for schedule(static)
            for (int i = 0; i < STEPS; i++) {
#pragma omp cancellation point for
#pragma omp atomic
                next++;
            }
        }
        CHECK(found == 1 && after == threads && next == STEPS);
        CHECK(is_on ? done >= 2 * round - threads + 1 && done < STEPS : done == STEPS);
    }
}

static void sections(int threads) {
    int before = 0, after = 0;
#pragma omp parallel num_threads(threads)
    {
#pragma omp sections
        {
#pragma omp section
            {
#pragma omp atomic
                before++;
#pragma omp cancel sections
#pragma omp atomic
                before--;
            }
#pragma omp section
            {
#pragma omp cancellation point sections
                dawdle(5);
            }
        }
#pragma omp atomic
        after++;
    }
    CHECK(before == is_on && after == threads);
    all_is_well(threads);
}

/* Cancelling an inner region does not affect the outer one, and vice versa. */
static void inside(int threads) {
    int inner = 0, outer = 0, ends = 0;
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel num_threads(threads - 1)
            {
                if (omp_get_thread_num() == omp_get_num_threads() - 1) {
#pragma omp cancel parallel
                }
#pragma omp barrier
#pragma omp atomic
                inner++;
            }
        }
#pragma omp barrier
        int before;
#pragma omp atomic capture
        before = outer++;
        dawdle(before + 1);
#pragma omp barrier
#pragma omp cancel parallel
#pragma omp atomic
        ends++;
    }
    omp_set_max_active_levels(1);
    int teams = threads > 1 ? 2 : 1;
    CHECK((inner == 0) == is_on && outer == teams && ends == (is_on ? 0 : teams));
    all_is_well(threads);
}

int main(void) {
    int threads = omp_get_max_threads();
#ifdef _OPENMP
    is_on = omp_get_cancellation();
#endif
    region(threads);
    points(threads);
    conditions(threads, threads > 0);
    loops(threads);
    sections(threads);
    if (threads > 1)
        inside(threads);
    for (int fewer = 1; fewer < threads; fewer++) {
        region(fewer);
        loops(fewer);
    }
    puts(wrong ? "wrong" : "done");
    return wrong;
}
