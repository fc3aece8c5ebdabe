/* Tasks run on several threads, wherever they are created: merge sort, and trees of more tasks than
 * a thread has records. */
#include <omp.h>

#ifndef __riscv
#include <sched.h>
#endif

#include "check.h"

#define COUNT 2000
#define THREADS 64

static int numbers[COUNT], room[COUNT];

static void merge(int *from, int half, int count, int *to) {
    int a = 0, b = half;
    for (int i = 0; i < count; i++)
        to[i] = b == count || (a < half && from[a] <= from[b]) ? from[a++] : from[b++];
    for (int i = 0; i < count; i++)
        from[i] = to[i];
}

static void sort(int *from, int count, int *to) {
    if (count < 2)
        return;
    int half = count / 2;
#pragma omp task if (count > 16)
    sort(from, half, to);
#pragma omp task if (count > 16)
    sort(from + half, count - half, to + half);
#pragma omp taskwait
    merge(from, half, count, to);
}

static void sorted(void) {
    unsigned state = 1;
    for (int i = 0; i < COUNT; i++) {
        state = state * 1664525u + 1013904223u;
        numbers[i] = (int)(state >> 8);
    }
#pragma omp parallel
#pragma omp single
    sort(numbers, COUNT, room);
    int is_sorted = 1;
    for (int i = 1; i < COUNT; i++)
        is_sorted &= numbers[i - 1] <= numbers[i];
    CHECK(is_sorted);
}

static void work(int rounds) {
    for (volatile int i = 0; i < rounds; i++)
        ;
}

#ifdef _OPENMP
/* Linux may have fewer cores than threads. */
static void let_others(void) {
    work(10);
#ifndef __riscv
    sched_yield();
#endif
}
#endif

/* One thread creates tasks, and other threads must run some of them. For this, each task waits a
 * while until five threads, or all if there are fewer, have begun a task. */
static void shared_out(void) {
#ifdef _OPENMP
    static int by[THREADS];
    int wanted = 1, busy = 0;
#pragma omp parallel
#pragma omp single
    {
        wanted = omp_get_num_threads() < 5 ? omp_get_num_threads() : 5;
        for (int i = 0; i < 64; i++)
#pragma omp task
        {
            if (!by[omp_get_thread_num()]++)
#pragma omp atomic
                busy++;
            for (int rounds = 0, now = 0; rounds < 100000 && now < wanted; rounds++) {
                let_others();
#pragma omp atomic read
                now = busy;
            }
        }
    }
    int all = 0;
    for (int i = 0; i < THREADS; i++)
        all += by[i];
    CHECK(all == 64 && busy >= wanted);
#endif
}

static void tree(int depth, long *leaves) {
    if (depth == 0) {
#pragma omp atomic
        ++*leaves;
        return;
    }
    for (int i = 0; i < 4; i++)
#pragma omp task
        tree(depth - 1, leaves);
}

/* No task waits for its descendants. Nevertheless all descendants are complete at the end of the
 * taskgroup, and at the barrier. */
static void trees(void) {
    long one = 0, all = 0, expected = 0;
#pragma omp parallel reduction(+ : expected)
    {
#pragma omp single
        {
#pragma omp taskgroup
            tree(5, &one);
            CHECK(one == 1024);
        }
        tree(3, &all);
        expected += 64;
#pragma omp barrier
        if (all % 64 != 0)
#pragma omp critical
            wrong++;
    }
    CHECK(all == expected);
}

/* Creates more tasks than a thread has records, with data too long for a record. */
static void many(void) {
    long sum = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 500; i++) {
        int values[20];
        for (int j = 0; j < 20; j++)
            values[j] = i + j;
#pragma omp task firstprivate(values) shared(sum)
        {
            long own = 0;
            for (int j = 0; j < 20; j++)
                own += values[j];
#pragma omp atomic
            sum += own;
        }
    }
    CHECK(sum == 20L * 500 * 499 / 2 + 500 * 190);
}

int main(void) {
    sorted();
    shared_out();
    trees();
    many();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
