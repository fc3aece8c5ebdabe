/* Reductions of tasks (OpenMP 5.2, 5.5.9). */
#ifndef OMP_TASK_REDUCTION_H
#define OMP_TASK_REDUCTION_H

#include <stdint.h>

/* The calling thread enters a construct of its team whose tasks take part in reductions, of which
 * the compiler knows `reductions`; `first`: what it knows of them in the thread that has come
 * first, or null: that is this one, and others come when this has returned. */
void oc_reduction_enter(uintptr_t *reductions, uintptr_t *first) __attribute__((weak));

#endif
