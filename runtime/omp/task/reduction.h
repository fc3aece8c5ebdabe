/* Reductions over tasks (OpenMP 5.2, 5.5). The compiler describes them in words: */
#ifndef OMP_TASK_REDUCTION_H
#define OMP_TASK_REDUCTION_H

#include <stdbool.h>
#include <stdint.h>

#include "link/variant.h"

enum oc_reduction_word {
    OC_REDUCTION_COUNT,  /* variables */
    OC_REDUCTION_BYTES,  /* of one thread's copies of them all */
    OC_REDUCTION_COPIES, /* their alignment; then, of all threads, where they begin */
    OC_REDUCTION_ALLOCATOR,
    OC_REDUCTION_NEXT,  /* another such description, of the same construct or of one around it */
    OC_REDUCTION_FIRST, /* not 0: the first description of a construct */
    OC_REDUCTION_END,   /* where the copies end */
    OC_REDUCTION_VARIABLES, /* three words for each: its address, and that of its copy, from the
                               beginning of a thread's; the third is the library's */
};

void GOMP_taskgroup_reduction_register(uintptr_t *reductions);
void GOMP_taskgroup_reduction_unregister(uintptr_t *reductions);

/* Whether a thread of the team has not yet entered a construct that the calling one has entered. */
struct oc_thread;
bool oc_reduction_is_missing_threads(struct oc_thread *self) OC_OPTIONAL;

#endif
