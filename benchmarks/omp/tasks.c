/* Measures 64 empty tasks, as in fig. 2 of the paper on the SARC prototype: per task, the cycles
 * that spawning takes and the cycles that the spawning thread then waits. They are a program by
 * themselves because threads wait in another way in programs with tasks. */
#include <stdio.h>

#include "../cycles.h"

#define TASKS 64

int main(void) {
    uint32_t spawned = 0, waited = 0;
    for (int i = 0; i < 2; i++) /* the first round sets up what the second one uses */
#pragma omp parallel
#pragma omp master
    {
        uint32_t start = cycles();
        for (int j = 0; j < TASKS; j++)
#pragma omp task
            __asm__ volatile("" ::: "memory");
        spawned = cycles() - start;
#pragma omp taskwait
        waited = cycles() - start - spawned;
    }
    printf("task %.1f\ntask_wait %.1f\n", (double)spawned / TASKS, (double)waited / TASKS);
    return 0;
}
