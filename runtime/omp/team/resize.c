#include "omp/lock/pool.h"
#include "omp/team/pass.h"

void oc_team_resize(struct oc_thread *self, int size) {
    oc_tree_build(size);
    for (int i = 0; i < self->children; i++)
        hal_store(self->child[i] + OC_IN_BLOCK(size), (uint32_t)size);
    self->built = size;
}
