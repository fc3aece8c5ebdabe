/* Random numbers, pauses and failure reports for tests with random interleavings. The seed is the
 * first argument, and every failure prints it. */
#ifndef TESTS_HAL_RANDOM_H
#define TESTS_HAL_RANDOM_H

#include <stdio.h>
#include <stdlib.h>

#include "hal/hal.h"

struct draws {
    uint32_t seed;
    uint32_t state;
};

/* Each `stream` has a sequence of its own. If all places must agree on a choice, they draw it
 * from one stream. */
static inline struct draws draws_of(uint32_t seed, uint32_t stream) {
    uint32_t state = (seed + 1) * 0x9e3779b9u ^ (stream + 1) * 0x85ebca6bu;
    return (struct draws){seed, state ? state : 1};
}

/* A number below `limit`. Marsaglia, "Xorshift RNGs" (2003). */
static inline uint32_t draw(struct draws *draws, uint32_t limit) {
    uint32_t x = draws->state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    draws->state = x;
    return (uint32_t)((uint64_t)x * limit >> 32);
}

static inline uint32_t seed_of(int argc, char **argv) {
    return argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
}

/* How often a test repeats: the second argument, which can be raised to look for rare failures. */
static inline uint32_t rounds_of(int argc, char **argv, uint32_t otherwise) {
    return argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : otherwise;
}

static inline void check_drawn(const char *what, int good, const struct draws *draws) {
    if (!good)
        printf("%s: FAILED at place %d, seed %u\n", what, hal_place(), (unsigned)draws->seed);
}

/* Usually does nothing. Sometimes does some work, and rarely sleeps for up to 300 cycles (on Linux
 * for up to 30 microseconds, in which other processes run). */
static inline void pause_a_while(struct draws *draws) {
    uint32_t kind = draw(draws, 16);
    if (kind == 0) {
        uint64_t unit = hal_cycles_per_second() == 1000000000 ? 100 : 1;
        hal_wait(hal_cycles() + draw(draws, 300) * unit);
    } else if (kind < 5) {
        for (volatile uint32_t i = draw(draws, 50); i; i--)
            ;
    }
}

#endif
