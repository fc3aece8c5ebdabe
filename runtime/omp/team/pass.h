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
    const hal_address *child = self->child;
    int rest = self->children;
    /* Most groups are whole: there is no time to be lost with a loop. */
    for (; __builtin_expect(rest >= OC_GROUP - 1, 1); rest -= OC_GROUP - 1)
#pragma GCC unroll 4
        for (int i = 0; i < OC_GROUP - 1; i++)
            oc_pass(*child++, function, data);
    while (rest-- > 0)
        oc_pass(*child++, function, data);
}

#endif
