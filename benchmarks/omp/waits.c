/* The cost of tasks in cases other than the 64 empty tasks of tasks.c: threads that each create
 * some tasks and meet at a barrier, a thread that creates more tasks than it has records for, and
 * tasks that depend on each other. Prints cycles per task or per round. */
#include <omp.h>

#include "epcc.h"

#define MANY 1024
#define ROUNDS 64

static int items[ROUNDS + 1];

static void barriers(void) {
#pragma omp parallel
    for (int i = 0; i < ROUNDS; i++) {
#pragma omp barrier
    }
}

/* Each thread creates this many tasks before each barrier. */
static void meet(int tasks) {
#pragma omp parallel
    for (int i = 0; i < ROUNDS; i++) {
        for (int j = 0; j < tasks; j++)
#pragma omp task
            __asm__ volatile("" ::: "memory");
#pragma omp barrier
    }
}

static void one_each(void) {
    meet(1);
}

static void four_each(void) {
    meet(4);
}

static void many(void) {
#pragma omp parallel
    {
        for (int i = 0; i < MANY; i++)
#pragma omp task
            __asm__ volatile("" ::: "memory");
#pragma omp taskwait
    }
}

static void independent(void) {
#pragma omp parallel
#pragma omp master
    for (int i = 0; i < ROUNDS; i++)
#pragma omp task depend(out : items[i])
        __asm__ volatile("" ::: "memory");
}

static void chain(void) {
#pragma omp parallel
#pragma omp master
    for (int i = 0; i < ROUNDS; i++)
#pragma omp task depend(inout : items[0])
        __asm__ volatile("" ::: "memory");
}

static void neighbours(void) {
#pragma omp parallel
#pragma omp master
    for (int i = 0; i < ROUNDS; i++)
#pragma omp task depend(in : items[i]) depend(out : items[i + 1])
        __asm__ volatile("" ::: "memory");
}

static void nothing(void) {
#pragma omp parallel
    __asm__ volatile("" ::: "memory");
}

static void print_each(const char *name, void (*run)(void), int count) {
    printf("%s %.1f\n", name, ((double)time_of(run) - time_of(nothing)) / count);
}

int main(void) {
    print_each("tasks_barrier", one_each, ROUNDS);
    print_each("tasks_barrier_4", four_each, ROUNDS);
    print_each("barrier_after_tasks", barriers, ROUNDS);
    print_each("tasks_many", many, MANY);
    print_each("task_depend", independent, ROUNDS);
    print_each("task_depend_chain", chain, ROUNDS);
    print_each("task_depend_in_out", neighbours, ROUNDS);
    return 0;
}
