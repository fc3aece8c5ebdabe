/* What a task sets holds for itself and for those that it makes, and ends with it (OpenMP 5.2,
 * 2.4). */
#include <omp.h>

#include "check.h"

static int schedule_is(omp_sched_t kind, int chunk) {
    omp_sched_t is;
    int its_chunk;
    omp_get_schedule(&is, &its_chunk);
    return is == kind && its_chunk == chunk;
}

/* Each thread of a region its own. */
static void threads_differ(void) {
    int limit = omp_get_thread_limit(), differ = 0;
    omp_set_num_threads(limit);
    omp_set_schedule(omp_sched_guided, 9);
    omp_set_dynamic(0);
    for (int round = 0; round < 2; round++) {
#pragma omp parallel reduction(+ : differ)
        {
            int me = omp_get_thread_num(), own = me % limit + 1;
            differ += omp_get_max_threads() != limit || !schedule_is(omp_sched_guided, 9);
            differ += omp_get_dynamic();
#pragma omp barrier
            omp_set_num_threads(own);
            omp_set_schedule(omp_sched_static, 100 + me);
            omp_set_dynamic(me % 2);
            omp_set_max_active_levels(me % 3 + 1);
#pragma omp barrier
            differ += omp_get_max_threads() != own || omp_get_dynamic() != me % 2;
            differ += !schedule_is(omp_sched_static, 100 + me);
            differ += omp_get_max_active_levels() != me % 3 + 1;
            /* What a region inside finds, and what it leaves. */
#pragma omp parallel num_threads(1)
            {
                differ += omp_get_max_threads() != own || !schedule_is(omp_sched_static, 100 + me);
                omp_set_num_threads(limit);
                omp_set_schedule(omp_sched_dynamic, 3);
                differ += omp_get_max_threads() != limit || !schedule_is(omp_sched_dynamic, 3);
            }
            differ += omp_get_max_threads() != own || !schedule_is(omp_sched_static, 100 + me);
        }
        CHECK(omp_get_max_threads() == limit && schedule_is(omp_sched_guided, 9));
        CHECK(!omp_get_dynamic() && omp_get_max_active_levels() == 1);
    }
    CHECK(differ == 0);
}

/* The loop that a region's threads have set, of which each finds its own iterations. */
static void loops(void) {
    enum { COUNT = 50 };
    int done[COUNT] = {0}, wrong_owner = 0;
#pragma omp parallel reduction(+ : wrong_owner)
    {
        omp_set_schedule(omp_sched_static, 1);
#pragma omp for schedule(runtime)
        for (int i = 0; i < COUNT; i++) {
            done[i]++;
            wrong_owner += i % omp_get_num_threads() != omp_get_thread_num();
        }
    }
    for (int i = 0; i < COUNT; i++)
        CHECK(done[i] == 1);
    CHECK(wrong_owner == 0 && schedule_is(omp_sched_guided, 9));
}

/* Arguments that make no sense. */
static void nonsense(void) {
    omp_set_schedule((omp_sched_t)99, 5);
    CHECK(schedule_is(omp_sched_guided, 9));
    omp_set_schedule(omp_sched_dynamic, -5);
    CHECK(schedule_is(omp_sched_dynamic, 1));
    omp_set_num_threads(-3);
    CHECK(omp_get_max_threads() == 1);
    int threads = 0;
#pragma omp parallel reduction(+ : threads)
    threads++;
    CHECK(threads == 1);
}

/* No region has several threads. */
static void no_levels(void) {
    int threads = 0, limit = omp_get_thread_limit();
    omp_set_num_threads(limit);
#pragma omp parallel
    omp_set_dynamic(1);
    omp_set_max_active_levels(0);
#pragma omp parallel num_threads(limit) reduction(+ : threads)
    threads++;
#pragma omp parallel reduction(+ : threads)
    threads++;
    CHECK(threads == 2);
    omp_set_max_active_levels(1);
#pragma omp parallel reduction(+ : threads)
    threads++;
    CHECK(threads == 2 + limit);
}

int main(void) {
    /* Without OpenMP there are no tasks that could have something of their own. */
#ifdef _OPENMP
    threads_differ();
    loops();
    nonsense();
    no_levels();
#endif
    puts(wrong ? "wrong" : "done");
    return wrong;
}
