/* Random numbers that are the same everywhere, and waiting for a moment. Nothing here links what
 * annotated messages need. */
#ifndef DRAW_H
#define DRAW_H

#include "../benchmarks/mpi/cycles.h"

#define TASKS 16
#define SOON 64 /* cycles within which tasks begin that have met at a barrier */

/* Random numbers that are the same everywhere (xorshift32). */
static inline uint32_t draw(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    return *state ^= *state << 5;
}

/* The state of the random numbers of a task in a repetition. */
static inline uint32_t seeded(int seed, int rank) {
    uint32_t state = (uint32_t)(seed * TASKS + rank + 1) * 2654435761u;
    draw(&state);
    return state;
}

static inline void wait_for(uint32_t time) {
    while ((int32_t)(cycles() - time) < 0)
        ;
}

/* A few cycles, so that no result hangs on one phase of a loop that polls. */
static inline void wait_a_little(uint32_t *state) {
    wait_for(cycles() + draw(state) % SOON);
}

#endif
