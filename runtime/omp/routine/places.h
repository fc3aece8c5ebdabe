/* The places that OMP_PLACES names (OpenMP 5.2, 21.1.6), by the cores that they have: numbers of
 * threads of the process, each of which stays on its core. */
#ifndef OMP_ROUTINE_PLACES_H
#define OMP_ROUTINE_PLACES_H

#include <stdint.h>

struct oc_places {
    int count;
    int cores;           /* in all places together */
    const uint16_t *end; /* of each place, in `core` */
    const uint16_t *core;
};

/* The places that the environment gives before main; by default each core is a place. */
extern struct oc_places oc_places;

#endif
