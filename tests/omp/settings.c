/* The settings of a task apply to the task itself and to the tasks that it creates, and end with it
 * (OpenMP 5.2, 2.4). */
#include <omp.h>

#include "check.h"

static int schedule_is(omp_sched_t kind, int chunk) {
    omp_sched_t is;
    int its_chunk;
    omp_get_schedule(&is, &its_chunk);
    return is == kind && its_chunk == chunk;
}

/* A chunk below 1 means the schedule's default, which is 1 for schedules that hand out chunks. */
static void own_chunks(void) {
    static const omp_sched_t kinds[] = {omp_sched_dynamic, omp_sched_guided, omp_sched_static,
                                        omp_sched_auto};
    for (int kind = 0; kind < 4; kind++)
        for (int chunk = -1; chunk < 1; chunk++) {
            omp_set_schedule(kinds[kind], chunk);
            CHECK(schedule_is(kinds[kind], kind < 2));
        }
}

/* Each thread of a region has its own settings. */
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
            /* Settings in an inner region, and after it. */
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

/* Checks that a task has the schedule that was set when the task was created. The children of
 * the task must have the schedule that the task sets. The setting of the task ends with the
 * task. */
static void inherits(int chunk, int *differ) {
    int is_other = !schedule_is(omp_sched_static, chunk);
    omp_set_schedule(omp_sched_dynamic, chunk + 1);
    omp_set_num_threads(2);
#pragma omp task shared(is_other)
    {
        is_other |= !schedule_is(omp_sched_dynamic, chunk + 1) || omp_get_max_threads() > 2;
        omp_set_schedule(omp_sched_guided, 3);
    }
#pragma omp taskwait
    is_other |= !schedule_is(omp_sched_dynamic, chunk + 1);
#pragma omp atomic
    *differ += is_other;
}

/* Makes tasks of all kinds, and changes the schedule before they run. `chunk` differs by thread. */
static void make_tasks(int chunk, int *differ) {
    int values[12] = {chunk}, x = 0, is_left = 0;
    omp_set_schedule(omp_sched_static, chunk);
#pragma omp task
    inherits(chunk, differ);
#pragma omp task firstprivate(values)
    inherits(values[0], differ);
#pragma omp task depend(out : x)
    inherits(chunk, differ);
#pragma omp task depend(in : x) firstprivate(values)
    inherits(values[0], differ);
#pragma omp task if (0)
    inherits(chunk, differ);
    is_left |= !schedule_is(omp_sched_static, chunk);
#pragma omp task if (0) depend(inout : x)
    inherits(chunk, differ);
    is_left |= !schedule_is(omp_sched_static, chunk);
#pragma omp task final(1)
    inherits(chunk, differ);
    omp_set_schedule(omp_sched_static, chunk + 9);
#pragma omp taskwait
    is_left |= x || !schedule_is(omp_sched_static, chunk + 9);
#pragma omp atomic
    *differ += is_left;
}

static void tasks_inherit(void) {
    int differ = 0;
    /* Tasks are made outside all regions, in a region of one thread, and in one of several. */
    make_tasks(5, &differ);
    CHECK(differ == 0 && schedule_is(omp_sched_static, 14));
    omp_set_schedule(omp_sched_guided, 9);
#pragma omp parallel num_threads(1)
    make_tasks(6, &differ);
    CHECK(differ == 0);
    for (int round = 0; round < 2; round++) {
#pragma omp parallel
        {
            make_tasks(20 + omp_get_thread_num(), &differ);
#pragma omp barrier
            /* The settings of a task do not affect the thread that has run it. */
            if (!schedule_is(omp_sched_static, 29 + omp_get_thread_num()))
#pragma omp atomic
                differ++;
        }
        CHECK(differ == 0 && schedule_is(omp_sched_guided, 9));
    }
    /* If the thread that creates a task has not changed its settings, the task has those of the
     * region. */
#pragma omp parallel
    {
        if (omp_get_thread_num() % 2)
            omp_set_schedule(omp_sched_static, 77);
        else
            for (int i = 0; i < 5; i++) {
#pragma omp task shared(differ)
                if (!schedule_is(omp_sched_guided, 9))
#pragma omp atomic
                    differ++;
            }
#pragma omp barrier
    }
    CHECK(differ == 0);
}

/* A loop with the schedule that the region's threads have set; each thread finds its own
 * iterations. */
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

/* Invalid arguments. */
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

/* All regions have one thread. */
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
    own_chunks();
    /* Without OpenMP there are no tasks that could have settings of their own. */
#ifdef _OPENMP
    threads_differ();
    loops();
    tasks_inherit();
    nonsense();
    no_levels();
#endif
    puts(wrong ? "wrong" : "done");
    return wrong;
}
