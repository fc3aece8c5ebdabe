/* The cost of a construct beyond the work in it, in cycles, measured as in EPCC's OpenMP
 * microbenchmarks: the time of a construct that contains a delay, repeated, minus the time of the
 * delay alone, which one thread repeats as often. */
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

/* Hides the value of a number from the compiler. */
static inline int unknown(int number) {
    __asm__ volatile("" : "+r"(number));
    return number;
}

static inline uint32_t time_of(void (*run)(void)) {
    run(); /* the first run is for set-up */
    uint32_t start = cycles();
    run();
    return cycles() - start;
}

static inline void print(const char *name, void (*run)(void), void (*alone)(void)) {
    printf("%s %.1f\n", name, ((double)time_of(run) - time_of(alone)) / REPEATS);
}

#endif
