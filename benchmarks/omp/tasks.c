/* 64 empty tasks, as in fig. 2 of the paper on the SARC prototype: the time per task in which a
 * thread spawns them, and the time per task for which it then waits for them. This is a program of
 * its own because programs with tasks wait for threads differently. */
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
