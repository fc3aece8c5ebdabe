/* Iterations that come one after the other, whoever runs them. */
#ifndef OMP_LOOP_ORDERED_H
#define OMP_LOOP_ORDERED_H

#include "omp/loop/loop.h"

/* The thread has run the iterations that it has: those after may go on. */
void oc_ordered_pass(struct oc_loop *loop);

void GOMP_ordered_start(void);
void GOMP_ordered_end(void);

#endif
