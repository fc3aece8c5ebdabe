/* Measures what a construct costs beyond the work in it, in cycles, as EPCC's OpenMP
 * microbenchmarks do. Each measurement repeats a construct with a delay in it, and subtracts the
 * time in which one thread repeats the delay alone as often. */
#ifndef EPCC_H
#define EPCC_H

#include <stdio.h>

#include "../cycles.h"

#define REPEATS 64
#define DELAY 50 /* iterations of an empty loop */

static inline void delay(void) {
    for (int i = 0; i < DELAY; i++)
        __asm__ volatile("" ::: "memory");
}

static inline void reference(void) {
    for (int i = 0; i < REPEATS; i++)
        delay();
}

/* Hides a number's value from the compiler. */
static inline int unknown(int number) {
    __asm__ volatile("" : "+r"(number));
    return number;
}

static inline uint32_t time_of(void (*run)(void)) {
    run(); /* does the work that is done only once */
    uint32_t start = cycles();
    run();
    return cycles() - start;
}

static inline void print(const char *name, void (*run)(void), void (*alone)(void)) {
    printf("%s %.1f\n", name, ((double)time_of(run) - time_of(alone)) / REPEATS);
}

#endif
