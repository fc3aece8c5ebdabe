/* What the two programs of figure 10 have in common: how tasks are marked, and in which order a
 * task addresses the others. */
#ifndef SUBKERNEL_H
#define SUBKERNEL_H

#include "../tasks.h"

#define MOST_WORDS 1024

/* Returns the kind of mark of a task's messages. Tasks 0 to 3 and 8 to 11 are on the left sides. */
static inline int how(char part, int task) {
    bool second = task >= 8, right = task / 4 % 2;
    switch (part) {
    case 'a': /* priority for the second subcluster */
        return second ? 7 : UNMARKED;
    /* The right sides have priority. The priority of the first subcluster's right side is higher
     * than that of the second's. */
    case 'b':
        return right ? 7 - second : UNMARKED;
    case 'c': /* channels for all */
        return GUARANTEED;
    case 'd': /* two levels in the second subcluster */
        return second ? 6 + right : UNMARKED;
    case 'e': /* a channel for one task */
        return task == 5 ? GUARANTEED : UNMARKED;
    default:
        return UNMARKED;
    }
}

/* All other tasks, in random order. */
static inline void draw_order(int others[TASKS - 1], int rank, int seed) {
    uint32_t state = seeded(seed, rank);
    for (int i = 0; i < TASKS - 1; i++) {
        int j = (int)(draw(&state) % (uint32_t)(i + 1));
        others[i] = others[j];
        others[j] = (rank + 1 + i) % TASKS;
    }
}

#endif
