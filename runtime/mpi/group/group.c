#include "mpi/group/group.h"

#include <stdlib.h>

#include "hal/hal.h"

struct oc_group *oc_group_new(int room) {
    struct oc_group *group = malloc(sizeof *group + (size_t)room * sizeof *group->ranks);
    if (group)
        *group = (struct oc_group){.references = 1, .stride = 1, .listed = true};
    return group;
}

void oc_group_append(struct oc_group *group, int world) {
    group->ranks[group->size++] = (uint16_t)world;
}

static bool is_regular(const struct oc_group *group, int stride) {
    for (int rank = 2; rank < group->size; rank++)
        if (group->ranks[rank] - group->ranks[rank - 1] != stride)
            return false;
    return true;
}

/* Frees a group and returns `other`, an equal one that is never freed. */
static struct oc_group *replace(struct oc_group *group, struct oc_group *other) {
    free(group);
    return oc_group_hold(other);
}

struct oc_group *oc_group_finish(struct oc_group *group) {
    int size = group->size;
    if (!size)
        return replace(group, &oc_group_empty);
    int stride = size > 1 ? group->ranks[1] - group->ranks[0] : 1;
    size_t bytes = sizeof *group;
    if (is_regular(group, stride)) {
        group->first = group->ranks[0];
        group->stride = stride;
        group->listed = false;
        if (size == hal_places() && group->first == 0 && stride == 1)
            return replace(group, oc_group_world());
    } else {
        bytes += (size_t)size * sizeof *group->ranks;
    }
    struct oc_group *smaller = realloc(group, bytes);
    return smaller ? smaller : group;
}

struct oc_group *oc_group_hold(struct oc_group *group) {
    group->references++;
    return group;
}

void oc_group_release(struct oc_group *group) {
    if (!--group->references)
        free(group);
}
