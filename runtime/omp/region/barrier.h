#ifndef OMP_REGION_BARRIER_H
#define OMP_REGION_BARRIER_H

#include "omp/team/thread.h"

void GOMP_barrier(void);

/* Every barrier is counted by each of its threads: a loop that is cancelled is one between two of
 * them (region/cancel.c). */
static inline void oc_barrier_count(struct oc_thread *self) {
    self->barriers++;
}

#endif
