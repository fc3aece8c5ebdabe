/* The cost of the compiler's call for a task, measured with an empty function in place of the
 * library's. */
#include <stdio.h>

#include "../../benchmarks/cycles.h"

#define TASKS 64

/* Replaces the library's function. */
void GOMP_task(void);
__attribute__((noinline)) void GOMP_task(void) {
    __asm__ volatile("");
}

int main(void) {
    uint32_t start = cycles();
    for (int i = 0; i < TASKS; i++)
#pragma omp task
        __asm__ volatile("" ::: "memory");
    printf("call %.1f\n", (double)(cycles() - start) / TASKS);
    return 0;
}
