#include "mpi/group/group.h"

/* Groups for which the user has a handle. */
static struct oc_group *groups;

struct oc_group *oc_group_find(MPI_Group handle) {
    if (handle == MPI_GROUP_EMPTY)
        return &oc_group_empty;
    struct oc_group *group = groups;
    while (group && (MPI_Group)group != handle)
        group = group->next;
    return group;
}

MPI_Group oc_group_handle(struct oc_group *group) {
    if (group == &oc_group_empty) {
        oc_group_release(group);
        return MPI_GROUP_EMPTY;
    }
    if (!group->handles++) {
        group->next = groups;
        groups = group;
    }
    return (MPI_Group)group;
}

void oc_group_handle_free(struct oc_group *group) {
    if (group == &oc_group_empty)
        return;
    if (!--group->handles) {
        struct oc_group **at = &groups;
        while (*at != group)
            at = &(*at)->next;
        *at = group->next;
    }
    oc_group_release(group);
}
