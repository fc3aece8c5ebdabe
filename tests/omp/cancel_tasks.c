/* cancel taskgroup. With OMP_CANCELLATION=true, tasks of the group that have not begun are skipped,
 * wherever they wait; without it, nothing changes (OpenMP 5.2, 11.5). */
#include <omp.h>

#include "check.h"

#define TASKS 24

static int is_on, begun, others, cancelled;

static void dawdle(int rounds) {
    for (volatile int i = 0; i < rounds; i++)
        ;
}

static void begin(void) {
#pragma omp atomic
    begun++;
}

/* A tree of tasks: each task that is not a leaf creates three tasks. If a task was stolen, the
 * thread that stole it keeps the tasks that the task creates. */
static void tree(int depth, int is_last) {
    begin();
    for (int i = 0; depth && i < 3; i++) {
#pragma omp task
        tree(depth - 1, is_last && i == 2);
    }
    dawdle(30);
    if (!depth && is_last) {
#pragma omp task if (0)
        {
#pragma omp cancel taskgroup
        }
    }
}

/* A leaf of the group cancels the group. The groups around it and after it are not cancelled. */
static void trees(void) {
    const int all = 1 + 3 + 9 + 27 + 81;
    begun = others = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    {
        for (int i = 0; i < TASKS; i++)
#pragma omp task
#pragma omp atomic
            others++;
#pragma omp taskgroup
#pragma omp task
        tree(4, 1);
        int now;
#pragma omp atomic read acquire
        now = begun;
        CHECK(is_on ? now <= all : now == all);
        dawdle(500);
#pragma omp taskgroup
        for (int i = 0; i < TASKS; i++)
#pragma omp task
#pragma omp atomic
            others++;
            /* No task of the cancelled group runs any longer. */
#pragma omp atomic read acquire
        now = begun;
        CHECK(now == begun);
    }
    CHECK(others == 2 * TASKS);
}

/* The thread that creates tasks cancels their group. Until then, each of the other threads has
 * begun at most one task, and waits in it. */
static void early(int threads) {
    int own = 0;
    begun = cancelled = others = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
    {
        int maker = omp_get_thread_num();
#pragma omp taskgroup
        {
            for (int i = 0; i < TASKS; i++) {
#pragma omp task shared(own)
                {
                    begin();
                    /* The creating thread may itself run some tasks before it cancels them. */
                    int is_own = omp_get_thread_num() == maker;
                    if (is_own)
                        own++;
                    for (int now = is_own; !now;)
#pragma omp atomic read acquire
                        now = cancelled;
#pragma omp cancellation point taskgroup
#pragma omp atomic
                    others++;
                }
            }
#pragma omp task if (0)
            {
#pragma omp cancel taskgroup
                /* The task gets here only if cancellation is not enabled. */
#pragma omp atomic
                others++;
            }
#pragma omp atomic write release
            cancelled = 1;
        }
    }
    if (is_on)
        CHECK(begun - own < threads && others == own);
    else
        CHECK(begun == TASKS && others == TASKS + 1);
}

/* Tasks that depend on each other, have data in the heap, and never become ready after the
 * cancellation. */
static void dependent(void) {
    int x = 0, values[20] = {0};
    begun = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    {
        for (int i = 0; i < TASKS; i++)
#pragma omp task depend(inout : x) firstprivate(values)
        {
            begin();
            if (i == 2 + values[i % 20]) {
#pragma omp cancel taskgroup
            }
        }
    }
    (void)x;
    CHECK(begun == (is_on ? 3 : TASKS));
}

/* A loop with a reduction over tasks is not a taskgroup of the program. If one of its tasks
 * cancels, it cancels the group around the loop, in each thread. */
static void in_reduction_loop(int threads) {
    int sum = 0, late = 0;
#pragma omp parallel num_threads(threads)
#pragma omp taskgroup
    {
#pragma omp for reduction(task, + : sum)
        for (int i = 0; i < TASKS; i++)
#pragma omp task in_reduction(+ : sum)
        {
#pragma omp cancel taskgroup
            sum++;
        }
#pragma omp task
#pragma omp atomic
        late++;
    }
    CHECK(sum == (is_on ? 0 : TASKS));
    CHECK(late == (is_on ? 0 : threads));
}

int main(void) {
#ifdef _OPENMP
    is_on = omp_get_cancellation();
#endif
    int threads = omp_get_max_threads();
    for (int round = 0; round < 3; round++) {
        trees();
        dependent();
        in_reduction_loop(1);
        in_reduction_loop(threads);
        if (threads > 1)
            early(threads);
    }
    puts(wrong ? "wrong" : "done");
    return wrong;
}
