/* The distribution of tasks. With every mechanism, other threads get some tasks, including
 * threads that wait in a task. No thread waits for a thread that waits for a lock. */
#ifdef _OPENMP
#include <omp.h>
#endif

#include "check.h"

#define TASKS 64
#define MANY 400 /* more than a thread has records, or a queue has slots */
#define THREADS 64
/* The longest time that a thread waits for other threads. On the chip it is a number of rounds
 * of a short loop. On Linux it is a number of seconds, because there may be fewer cores than
 * threads, and other programs may run. */
#ifdef __riscv
#define PATIENCE 100000
#define START long elapsed = 0
#define IS_PATIENT (elapsed++ < PATIENCE)
#else
#include <sched.h>
#include <time.h>
#define PATIENCE 60
#define START time_t start = time(NULL)
#define IS_PATIENT (sched_yield(), time(NULL) - start < PATIENCE)
#endif

#ifdef _OPENMP
static volatile int by[THREADS];

/* Whether the condition becomes true before PATIENCE is over. */
#define BEFORE_LONG(what)                                                                          \
    ({                                                                                             \
        START;                                                                                     \
        while (!(what) && IS_PATIENT)                                                              \
            ;                                                                                      \
        (what);                                                                                    \
    })

/* Reads a value that other threads may be changing. */
static int now(volatile int *what) {
    int value;
#pragma omp atomic read acquire
    value = *what;
    return value;
}

static void count(void) {
#pragma omp atomic
    by[omp_get_thread_num()]++;
}

static int all(int threads) {
    int sum = 0;
    for (int i = 0; i < threads; i++)
        sum += now(&by[i]);
    return sum;
}

/* The number of threads that have begun a task. */
static int begun(void) {
    int threads = 0;
    for (int i = 0; i < THREADS; i++)
        threads += now(&by[i]) > 0;
    return threads;
}

static void clear(void) {
    for (int i = 0; i < THREADS; i++)
        by[i] = 0;
}

/* Each task waits until four threads, or all if there are fewer, have begun a task. If the
 * creating thread only handed out tasks and ran none, the tasks would wait for ever. */
static void everybody(void) {
    int threads = 1, met = 0;
    clear();
#pragma omp parallel
    {
#pragma omp barrier /* a thread gets no tasks before it has arrived here */
#pragma omp single
        {
            threads = omp_get_num_threads() < 4 ? omp_get_num_threads() : 4;
            for (int i = 0; i < TASKS; i++)
#pragma omp task shared(met)
            {
                count();
                if (BEFORE_LONG(begun() >= threads))
#pragma omp atomic
                    met++;
            }
        }
    }
    CHECK(all(THREADS) == TASKS);
    CHECK(met == TASKS);
}

/* A child of a thread's task runs on another thread, and creates tasks there. The first thread,
 * which waits in taskwait, must run some of these tasks. */
static void in_taskwait(void) {
    int has_moved = 0;
    clear();
#pragma omp parallel num_threads(2)
    {
#pragma omp barrier
#pragma omp single
        {
            int parent = omp_get_thread_num();
            volatile int is_away = 0;
#pragma omp task shared(has_moved, is_away)
            {
#pragma omp atomic write release
                is_away = omp_get_thread_num() != parent;
                for (int i = 0; i < 8; i++)
#pragma omp task
                    count();
                if (now(&is_away))
                    has_moved = BEFORE_LONG(now(&by[parent]) > 0);
            }
            /* The child begins on another thread. */
            (void)BEFORE_LONG(now(&is_away));
#pragma omp taskwait
        }
    }
    CHECK(all(2) == 8);
    CHECK(has_moved || omp_get_num_procs() < 2);
}

/* Two threads create tasks in a critical section, one after the other. The other thread waits for
 * the section and runs no tasks. So the creating thread must run all tasks: first those for which
 * no record or slot is free, and then the others. */
static void taken_back(void) {
    int left = 0;
    clear();
#pragma omp parallel num_threads(2)
    {
#pragma omp barrier
#pragma omp critical
        {
            for (int i = 0; i < MANY; i++)
#pragma omp task
                count();
#pragma omp taskwait
#pragma omp atomic
            left += all(2) % MANY;
        }
    }
    CHECK(left == 0 && all(2) == 2 * MANY);
}
#endif

int main(void) {
#ifdef _OPENMP
    if (omp_get_num_procs() >= 2) {
        everybody();
        in_taskwait();
        taken_back();
    }
#endif
    puts(wrong ? "wrong" : "done");
    return wrong;
}
