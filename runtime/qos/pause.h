/* A pause between two reads of a word that is in another memory. */
#ifndef QOS_PAUSE_H
#define QOS_PAUSE_H

#include "hal/hal.h"

/* Sleeps for 0.1 microseconds. */
static inline void oc_pause(void) {
    hal_arm(hal_shared(), sizeof(uint32_t));
    hal_wait(hal_cycles() + hal_cycles_per_second() / 10000000);
}

#endif
