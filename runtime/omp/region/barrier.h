#ifndef OMP_REGION_BARRIER_H
#define OMP_REGION_BARRIER_H

void GOMP_barrier(void);

#endif
