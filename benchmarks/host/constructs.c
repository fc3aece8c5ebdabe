/* Measures OpenMP on this machine, for `onchip bench host`. Prints "NAME MICROSECONDS" lines, each
 * with the time of an operation in the fastest of many short batches. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define BATCHES 40

static int sum;

static void parallel(int count) {
    for (int i = 0; i < count; i++) {
#pragma omp parallel
        __asm__ volatile("" ::: "memory");
    }
}

static void barrier(int count) {
#pragma omp parallel
    for (int i = 0; i < count; i++) {
#pragma omp barrier
    }
}

static void critical(int count) {
#pragma omp parallel
    for (int i = 0; i < count / omp_get_num_threads(); i++) {
#pragma omp critical
        sum++;
    }
}

/* One thread makes tasks, and all threads run them. */
static void task(int count) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < count; i++) {
#pragma omp task
        __asm__ volatile("" ::: "memory");
    }
}

static void show(const char *name, void run(int), int count, int batches) {
    double best = 1e9;
    run(count);
    for (int i = 0; i < batches; i++) {
        double start = omp_get_wtime();
        run(count);
        double seconds = omp_get_wtime() - start;
        if (seconds < best)
            best = seconds;
    }
    printf("%s %.4f\n", name, 1e6 * best / count);
}

int main(int argc, char **argv) {
    int batches = argc > 1 ? atoi(argv[1]) : BATCHES;
    show("parallel", parallel, 1000, batches);
    show("barrier", barrier, 2000, batches);
    show("critical", critical, 4000, batches);
    show("task", task, 2000, batches);
    return 0;
}
