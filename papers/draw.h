/* Random numbers, which depend only on a seed and a rank, and waiting until a given cycle. A
 * program that includes this header does not link the code for annotated messages. */
#ifndef DRAW_H
#define DRAW_H

#include "../benchmarks/mpi/cycles.h"

#define TASKS 16
#define SOON 64 /* cycles within which tasks begin after a barrier */

/* The next random number (xorshift32). Every rank draws the same ones from the same state. */
static inline uint32_t draw(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    return *state ^= *state << 5;
}

/* The state from which a task draws its random numbers; `seed` is the number of the repetition. */
static inline uint32_t seeded(int seed, int rank) {
    uint32_t state = (uint32_t)(seed * TASKS + rank + 1) * 2654435761u;
    draw(&state);
    return state;
}

static inline void wait_for(uint32_t time) {
    while ((int32_t)(cycles() - time) < 0)
        ;
}

/* Delays by a few random cycles, so that no result depends on the phase of a polling loop. */
static inline void wait_a_little(uint32_t *state) {
    wait_for(cycles() + draw(state) % SOON);
}

#endif
