/* Tasks that are created when all task records of their thread are in use. They run at once, and in
 * other respects behave like other tasks. */
#include <omp.h>

#include "check.h"

#define MANY 150 /* more than the records of a thread */

static int is_over;

static int deep(int depth) {
    volatile int room[24];
    for (int i = 0; i < 24; i++)
        room[i] = depth;
    return depth ? deep(depth - 1) + room[depth % 24] : 0;
}

static void fill(int *done) {
    for (int i = 0; i < MANY; i++)
#pragma omp task
#pragma omp atomic
        ++*done;
}

/* The work of thread 0 while the others are too busy to take its tasks. */
static void by_one(void (*what)(void)) {
    is_over = 0;
#pragma omp parallel
    if (omp_get_thread_num() == 0) {
        what();
#pragma omp atomic write release
        is_over = 1;
    } else {
        for (int now = 0; !now;)
#pragma omp atomic read acquire
            now = is_over;
    }
}

#ifdef _OPENMP
/* A task whose event is fulfilled long after its function has returned; other tasks wait for it. */
static void detached(void) {
    int done = 0, body = 0, after = 0, x = 0;
    omp_event_handle_t event;
    fill(&done);
#pragma omp task detach(event) depend(out : x) shared(body)
    body = 1;
#pragma omp task depend(in : x) shared(after, body)
    after = body + 1;
    CHECK(body == 1 && after == 0 && deep(20) > 0);
#pragma omp task firstprivate(event)
    omp_fulfill_event(event);
#pragma omp taskwait
    CHECK(done == MANY && after == 2 && x == 0);
}
#endif

/* A group inside another group, each with a reduction. */
static void grouped(void) {
    int done = 0, outer = 0, inner = 0;
#pragma omp taskgroup task_reduction(+ : outer)
    {
#pragma omp task in_reduction(+ : outer)
        outer += 1;
        fill(&done);
#pragma omp taskgroup task_reduction(+ : inner)
        {
            for (int i = 0; i < 5; i++)
#pragma omp task in_reduction(+ : inner) in_reduction(+ : outer)
            {
                inner += 10;
                outer += 100;
            }
        }
        CHECK(inner == 50);
#pragma omp task in_reduction(+ : outer)
        outer += 1000;
    }
    CHECK(outer == 1501 && done == MANY);
}

/* Nested undeferred tasks, each with a child for which it does not wait. */
static void nested(int depth, int *leaves) {
#pragma omp task if (0)
    {
#pragma omp task
#pragma omp atomic
        ++*leaves;
        if (depth > 1)
            nested(depth - 1, leaves);
    }
}

static void nests(void) {
    enum { DEPTH = 12 };
    int done = 0, leaves = 0;
#pragma omp taskgroup
    {
        nested(DEPTH, &leaves);
        fill(&done);
        nested(DEPTH, &leaves);
    }
    CHECK(done == MANY && leaves == 2 * DEPTH);
}

/* When no record is free, creates a final task with a child, and then a task whose data are in the
 * heap. */
static void finals(void) {
    int done = 0, sum = 0, values[20];
    for (int i = 0; i < 20; i++)
        values[i] = i;
    fill(&done);
#pragma omp task final(1) shared(sum)
    {
#pragma omp task shared(sum)
        sum += 5;
        sum *= 3;
    }
    CHECK(sum == 15);
#pragma omp task firstprivate(values) shared(sum)
    for (int i = 0; i < 20; i++)
        sum += values[i];
#pragma omp taskwait
    CHECK(sum == 205 && done == MANY);
}

int main(void) {
    for (int round = 0; round < 2; round++) {
#ifdef _OPENMP
        if (omp_get_max_threads() > 1)
            by_one(detached);
        by_one(nests);
#endif
        by_one(grouped);
        by_one(finals);
    }
    puts(wrong ? "wrong" : "done");
    return wrong;
}
