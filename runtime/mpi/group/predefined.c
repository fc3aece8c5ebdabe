#include "hal/hal.h"
#include "mpi/group/group.h"

struct oc_group oc_group_empty = {.references = 1, .stride = 1};

struct oc_group *oc_group_world(void) {
    static struct oc_group world = {.references = 1, .stride = 1};
    world.size = hal_places();
    return &world;
}
