/* A thread reads one word of a line. Another thread then writes the next word of the line, and the
 * first thread reads that word after a construct that makes it visible. The array `line` is in
 * memory that each core caches; `turn` is on a stack, which no core caches. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int *line;
static omp_lock_t lock;
static int wrong;

static void await(volatile int *turn, int value) {
    while (*turn != value)
        ;
}

static void check(const char *name, int got, int expected) {
    if (got != expected) {
        printf("%s: %d, not %d\n", name, got, expected);
        wrong++;
    }
}

static void with_critical(volatile int *turn) {
    if (omp_get_thread_num() == 0) {
        (void)line[0];
        *turn = 1;
        await(turn, 2);
#pragma omp critical
        check("critical", line[1], 5);
    } else {
        await(turn, 1);
#pragma omp critical
        line[1] = 5;
        *turn = 2;
    }
}

static void with_lock(volatile int *turn) {
    if (omp_get_thread_num() == 0) {
        (void)line[0];
        *turn = 1;
        await(turn, 2);
        omp_set_lock(&lock);
        check("lock", line[2], 6);
        omp_unset_lock(&lock);
        (void)line[0];
        *turn = 3;
        await(turn, 4);
        while (!omp_test_lock(&lock))
            ;
        check("tested lock", line[2], 7);
        omp_unset_lock(&lock);
    } else {
        for (int i = 1; i <= 3; i += 2) {
            await(turn, i);
            omp_set_lock(&lock);
            line[2] = i == 1 ? 6 : 7;
            omp_unset_lock(&lock);
            *turn = i + 1;
        }
    }
}

static void with_ordered(void) {
#pragma omp for ordered schedule(static, 1)
    for (int i = 0; i < 8; i++) {
        (void)line[3];
#pragma omp ordered
        {
            check("ordered", line[4], i);
            line[4] = i + 1;
        }
    }
}

static void with_single(void) {
    (void)line[0];
#pragma omp barrier
#pragma omp single
    line[5] = 9;
    check("single", line[5], 9);
}

static void with_tasks(volatile int *turn) {
#pragma omp master
    {
        (void)line[0];
#pragma omp task shared(turn)
        {
            line[6] = 11;
            *turn = 1;
        }
        await(turn, 1); /* the other thread runs the task */
        (void)line[0];
#pragma omp taskwait
        check("taskwait", line[6], 11);
    }
#pragma omp barrier
    /* While a thread waits at the barrier, it reads the line in a task. */
    if (omp_get_thread_num() == 0) {
        *turn = 2;
        await(turn, 3);
        line[7] = 12;
#pragma omp task shared(turn)
        (void)line[0];
    } else {
#pragma omp task shared(turn)
        {
            (void)line[0];
            await(turn, 2);
            *turn = 3;
        }
    }
#pragma omp barrier
    check("barrier", line[7], 12);
}

int main(void) {
    volatile int turn[5] = {0};
    line = aligned_alloc(128, 128);
    for (int i = 0; i < 8; i++)
        line[i] = 0;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
    {
        with_critical(&turn[0]);
#pragma omp barrier
        with_lock(&turn[1]);
#pragma omp barrier
        with_ordered();
        with_single();
#pragma omp barrier
        with_tasks(&turn[2]);
    }
    printf("%d wrong\n", wrong);
    return 0;
}
