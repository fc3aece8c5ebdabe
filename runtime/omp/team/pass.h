/* Passing a region on to the threads below in the tree. */
#ifndef OMP_TEAM_PASS_H
#define OMP_TEAM_PASS_H

#include "omp/team/thread.h"

typedef void oc_region(void *data);

static inline void oc_pass(hal_address block, oc_region *function, void *data) {
    oc_post(block + OC_IN_BLOCK(data), (uintptr_t)data);
    oc_post(block + OC_IN_BLOCK(function), (uintptr_t)function);
}

static inline void oc_pass_on(struct oc_thread *self, oc_region *function, void *data) {
    const hal_address *end = self->child + self->children;
    for (const hal_address *child = self->child; child < end; child++)
        oc_pass(*child, function, data);
}

#endif
