/* 64 tasks of equal length in cycles. The program measures how long the spawning thread waits per
 * task after it has spawned all of them. In benchmarks/omp/tasks.c the tasks are empty. Argument:
 * the cycles of a task. */
#include <stdio.h>
#include <stdlib.h>

#include "../../benchmarks/cycles.h"

#define TASKS 64

static void work(uint32_t grain) {
    uint32_t start = cycles();
    while (cycles() - start < grain)
        ;
}

int main(int argc, char **argv) {
    uint32_t grain = argc > 1 ? (uint32_t)atoi(argv[1]) : 0, waited = 0;
    for (int i = 0; i < 2; i++) /* the first round sets up what the second one uses */
#pragma omp parallel
#pragma omp master
    {
        for (int j = 0; j < TASKS; j++)
#pragma omp task
            work(grain);
        uint32_t spawned = cycles();
#pragma omp taskwait
        waited = cycles() - spawned;
    }
    printf("task_wait %.1f\n", (double)waited / TASKS);
    return 0;
}
