/* The function that starts a parallel region, for combined constructs too. */
#ifndef OMP_REGION_PARALLEL_H
#define OMP_REGION_PARALLEL_H

#include "omp/team/team.h"

/* Runs a region to its end with `threads` threads (0: as many as the program has set; 1: one). */
void GOMP_parallel(oc_region *function, void *data, unsigned threads, unsigned flags);

#endif
