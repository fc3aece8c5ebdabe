/* Tasks in nested regions. Only threads of their own team run them, whatever teams these threads
 * were in before, and the memory of a team takes little of the heap. */
#ifdef _OPENMP
#include <omp.h>
#endif

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static int sum;

static void count(int what) {
#pragma omp atomic
    sum += what;
}

static void work(int rounds) {
    for (volatile int i = 0; i < rounds; i++)
        ;
}

/* Creates this many tasks, all run by threads of this team. */
static void tasks(int many, int size, int outer) {
    for (int i = 0; i < many; i++)
#pragma omp task
    {
        work(40 * i);
#ifdef _OPENMP
        CHECK(omp_get_num_threads() == size && omp_get_thread_num() < size);
        CHECK(omp_get_level() == 2 && omp_get_ancestor_thread_num(1) == outer);
#else
        (void)size, (void)outer;
#endif
        count(1);
    }
}

/* Starts teams of different threads, each at the same address on the starting thread's stack. */
static void changing(int rounds) {
    sum = 0;
#pragma omp parallel num_threads(3)
    {
        int me = 0, done = 0;
#ifdef _OPENMP
        me = omp_get_thread_num();
#endif
#pragma omp for schedule(static, 1)
        for (int part = 0; part < 3; part++)
            for (int i = 0; i < rounds; i++) {
                work((part * 37 + i * 11) % 50 * 10);
#pragma omp parallel num_threads(2 + (i + part) % 2)
                {
                    int size = 1, number = 0;
#ifdef _OPENMP
                    size = omp_get_num_threads();
                    number = omp_get_thread_num();
                    work(number * 100);
#endif
                    /* At the end of the region, the thread that started it runs some of these
                     * tasks. */
                    if (number == size - 1)
                        tasks(i % 5, size, me);
                }
                done += i % 5;
            }
        (void)done;
    }
    int expected = 0;
    for (int i = 0; i < rounds; i++)
        expected += 3 * (i % 5);
    CHECK(sum == expected);
}

/* Nests regions of one thread: each region has tasks, and each task contains the next region. */
static void deep(int depth) {
#pragma omp parallel num_threads(1)
    {
#pragma omp task
        count(1);
        if (depth > 1)
            deep(depth - 1);
#pragma omp taskwait
    }
}

static void many_deep(int depth) {
    sum = 0;
    int threads = 0;
#pragma omp parallel reduction(+ : threads)
    {
        threads++;
        deep(depth);
    }
    CHECK(sum == threads * depth);
}

/* A team of one thread has also completed all its tasks after a barrier. */
static void at_barriers(void) {
    int before = 0, total = 0;
#pragma omp parallel num_threads(1)
    {
#pragma omp taskgroup
        count(0);
#pragma omp task
        before = 1;
#pragma omp barrier
        CHECK(before == 1);
#pragma omp for reduction(task, + : total)
        for (int i = 0; i < 3; i++)
#pragma omp task in_reduction(+ : total)
            total += 1;
    }
    CHECK(total == 3);
}

struct line {
    _Alignas(32) char bytes[32];
};

/* A task's copy of data with an alignment of 32 bytes is also aligned. */
static void aligned(void) {
    sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        struct line line;
        memset(&line, 1, sizeof line);
        for (int i = 0; i < 4; i++)
#pragma omp task firstprivate(line)
            count((uintptr_t)&line % 32 == 0 && line.bytes[31] == 1);
    }
    CHECK(sum == 4);
}

/* Fills the heap: tasks for which there is no memory run at once. */
static void without_memory(void) {
    struct block {
        struct block *next;
    } *all = NULL;
    sum = 0;
#ifdef _OPENMP
    size_t least = omp_get_num_threads() ? 1024 : 0;
    for (size_t bytes = (size_t)1 << 18; bytes >= least; bytes /= 2)
        for (int i = 0; i < 3; i++) {
            struct block *block = malloc(bytes);
            if (block) {
                block->next = all;
                all = block;
            }
        }
#endif
#pragma omp parallel num_threads(2)
#pragma omp master
    {
#pragma omp parallel num_threads(2)
#pragma omp master
        for (int i = 0; i < 40; i++)
#pragma omp task
            count(1);
#pragma omp parallel num_threads(1)
        deep(2);
    }
    CHECK(sum == 42);
    while (all) {
        struct block *next = all->next;
        free(all);
        all = next;
    }
}

int main(void) {
#ifdef _OPENMP
    omp_set_max_active_levels(3);
#endif
    without_memory();
    changing(120);
    many_deep(6);
    aligned();
    at_barriers();
    if (!wrong)
        printf("done\n");
    return wrong != 0;
}
