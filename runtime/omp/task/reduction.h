/* Reductions over tasks (OpenMP 5.2, 5.5). The compiler describes them by an array of words with
 * these indices: */
#ifndef OMP_TASK_REDUCTION_H
#define OMP_TASK_REDUCTION_H

#include <stdbool.h>
#include <stdint.h>

#include "link/variant.h"

enum oc_reduction_word {
    OC_REDUCTION_COUNT, /* number of variables */
    OC_REDUCTION_BYTES, /* bytes of one thread's copies of all variables */
    /* Alignment of the copies; the library replaces it with the address of the copies of all
     * threads. */
    OC_REDUCTION_COPIES,
    OC_REDUCTION_ALLOCATOR, /* the allocator; the library does not read it */
    /* The address of another description: one of this construct, or one of an enclosing
     * construct. */
    OC_REDUCTION_NEXT,
    OC_REDUCTION_FIRST, /* not 0 in the first description of a construct */
    OC_REDUCTION_END,   /* end of the copies */
    /* Each variable has three words: its address, the offset of its copy in a thread's copies, and
     * a word for the library. */
    OC_REDUCTION_VARIABLES,
};

void GOMP_taskgroup_reduction_register(uintptr_t *reductions);
void GOMP_taskgroup_reduction_unregister(uintptr_t *reductions);

/* Whether another thread of the team has not yet entered a construct that the calling thread has
 * entered. */
struct oc_thread;
bool oc_reduction_is_missing_threads(struct oc_thread *self) OC_OPTIONAL;

#endif
