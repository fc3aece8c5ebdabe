/* Parallel regions, as the constructs that combine them with others start them. */
#ifndef OMP_REGION_PARALLEL_H
#define OMP_REGION_PARALLEL_H

#include "omp/team/team.h"

/* Runs a region with so many threads (0: as many as the program has set; 1: alone) to its end. */
void GOMP_parallel(oc_region *function, void *data, unsigned threads, unsigned flags);

#endif
