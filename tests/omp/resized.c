/* Regions with teams of changing sizes. A thread that is still at the end of one region must not
 * run tasks of the next region before it has joined that region's team. If it never does, it must
 * not keep these tasks from others. */
#ifdef _OPENMP
#include <omp.h>
#endif

#include "check.h"

#define TASKS 6
/* The longest time that a thread waits for another thread. On the chip it is a number of rounds
 * of a short loop. On Linux it is a number of seconds, because there may be fewer cores than
 * threads, and other programs may run. */
#ifdef __riscv
#define ROUNDS 120
#define START long elapsed = 0
#define IS_PATIENT (elapsed++ < 100000)
#else
#include <sched.h>
#include <time.h>
#define ROUNDS 1200
#define START time_t start = time(NULL)
#define IS_PATIENT (sched_yield(), time(NULL) - start < 60)
#endif

#ifdef _OPENMP
static int strangers, kept, run;

static void delay(int rounds) {
    for (volatile int i = 0; i < rounds; i++)
        ;
}

/* Checks that a thread of the region's team runs the task. */
static void check_team(int size) {
    if (omp_get_num_threads() != size || omp_get_thread_num() >= size)
#pragma omp atomic
        strangers++;
}

/* Threads search for these tasks at the end of the region and after it. */
static void make_last_tasks(int size, int round) {
    for (int i = 0; i < TASKS; i++)
#pragma omp task
    {
        check_team(size);
        delay(round * 7 % 13);
#pragma omp atomic
        run++;
    }
}

/* The first task is made when all threads have joined the team, and begins on another thread. */
static void begin_together(int size, int round) {
    volatile int is_away = 0;
#pragma omp parallel num_threads(size)
    {
        int maker = round % size;
#pragma omp barrier
        if (omp_get_thread_num() == maker) {
#pragma omp task shared(is_away)
            {
                check_team(size);
#pragma omp atomic write
                is_away = omp_get_thread_num() != maker;
            }
            START;
            int now = 0;
            do
#pragma omp atomic read
                now = is_away;
            while (!now && IS_PATIENT);
            if (!now)
                kept++;
            make_last_tasks(size, round);
        }
    }
}

/* The first task is made when some threads may not have joined the team. */
static void begin_early(int size, int round) {
#pragma omp parallel num_threads(size)
    if (omp_get_thread_num() == 0)
        make_last_tasks(size, round);
}

/* The team has threads of the previous team, but its region is inside a region of one thread. */
static void begin_inside(int size, int round) {
#pragma omp parallel num_threads(1)
    begin_early(size, round);
}
#endif

int main(void) {
#ifdef _OPENMP
    static const int sizes[] = {4, 2, 3, 4, 3, 2, 4};
    static void (*const ways[])(int, int) = {begin_together, begin_early, begin_inside};
    if (omp_get_num_procs() >= 4) {
        for (int round = 0; round < ROUNDS; round++) {
            ways[round / 2 % 3](sizes[round % 7], round);
            delay(round % 50);
        }
        CHECK(run == TASKS * ROUNDS);
    }
    CHECK(strangers == 0);
    CHECK(kept == 0);
#endif
    puts(wrong ? "wrong" : "done");
    return wrong;
}
