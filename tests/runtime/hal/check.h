/* The common part of the HAL's tests, which use nothing above the HAL. */
#ifndef TESTS_HAL_CHECK_H
#define TESTS_HAL_CHECK_H

#include <stdio.h>

#include "hal/store.h"

static inline void check(const char *what, int good) {
    if (!good)
        printf("%s: FAILED at place %d\n", what, hal_place());
}

/* The first words of every shared block: a counter of arrivals, and one of completed rounds. */
struct meeting {
    uint32_t arrived;
    uint32_t round;
};

/* A barrier of all processes, which sleep meanwhile. */
static inline void meet(void) {
    volatile struct meeting *own = hal_shared();
    hal_address first = hal_shared_of(0);
    uint32_t round = own->round;
    hal_fence();
    if (hal_fetch_add(first, 1) + 1 == (uint32_t)hal_places()) {
        hal_store(first, 0);
        hal_fence();
        for (int place = 0; place < hal_places(); place++)
            hal_store(hal_shared_of(place) + sizeof(uint32_t), round + 1);
        return;
    }
    for (;;) {
        hal_arm(&own->round, sizeof own->round);
        if (hal_observe(&own->round) != round)
            return;
        hal_wait(HAL_NEVER);
    }
}

#endif
