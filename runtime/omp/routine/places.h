/* The places of OMP_PLACES (OpenMP 5.2, 21.1.6), as lists of cores. A core is given by the number
 * of the thread that always runs on it. */
#ifndef OMP_ROUTINE_PLACES_H
#define OMP_ROUTINE_PLACES_H

#include <stdint.h>

struct oc_places {
    int count;
    int cores;           /* length of `core`; a core in two places counts twice */
    const uint16_t *end; /* for each place, the index in `core` after its last core */
    const uint16_t *core;
};

/* The places that the environment defines, read before main(); by default each core is a place. */
extern struct oc_places oc_places;

#endif
