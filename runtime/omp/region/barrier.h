#ifndef OMP_REGION_BARRIER_H
#define OMP_REGION_BARRIER_H

#include "omp/team/thread.h"

void GOMP_barrier(void);

/* Each thread counts its barriers, because a cancelled loop is identified by the number of barriers
 * before it (region/cancel.c). */
static inline void oc_barrier_count(struct oc_thread *self) {
    self->barriers++;
}

#endif
