/* 64 pieces of work of equal length in cycles are run in three ways: one after the other, by a loop
 * of the team, and as tasks that one thread spawns. The time includes the region. `spawned` is the
 * time until the thread has spawned the last task. */
#include <omp.h>
#include <stdio.h>

#include "../../benchmarks/cycles.h"

#define PIECES 64

static void work(uint32_t grain) {
    uint32_t start = cycles();
    while (cycles() - start < grain)
        ;
}

static void alone(uint32_t grain) {
    for (int i = 0; i < PIECES; i++)
        work(grain);
}

static void loop(uint32_t grain) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < PIECES; i++)
        work(grain);
}

static uint32_t spawned;

static void tasks(uint32_t grain) {
#pragma omp parallel
#pragma omp master
    {
        for (int i = 0; i < PIECES; i++)
#pragma omp task
            work(grain);
        spawned = cycles();
    }
}

static void print(const char *name, uint32_t grain, void (*run)(uint32_t)) {
    run(grain); /* a first run, for set-up */
    uint32_t start = cycles();
    run(grain);
    printf("%s_%u %u\n", name, (unsigned)grain, (unsigned)(cycles() - start));
    if (run == tasks)
        printf("spawned_%u %u\n", (unsigned)grain, (unsigned)(spawned - start));
}

int main(void) {
    for (uint32_t grain = 25; grain <= 3200; grain *= 2) {
        print("alone", grain, alone);
        print("loop", grain, loop);
        print("tasks", grain, tasks);
    }
    return 0;
}
