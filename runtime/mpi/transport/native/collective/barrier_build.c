#include "mpi/collective/barrier.h"
#include "mpi/collective/tree.h"
#include "mpi/transport/shared_block.h"

/* What the functions of this file need: the communicator, the levels of its tree, and the first of
 * the counters that each rank has for it. */
struct build {
    const struct oc_communicator *comm;
    int levels, first;
};

int oc_barrier_counters_for(int size) {
    return 2 * oc_tree_levels(size);
}

/* Returns the number of the counter on which the members of a group arrive; it is a counter of the
 * group's leader. departures() returns the number of the counter by which the leader releases
 * them. */
static int arrivals(const struct build *build, int level) {
    return build->first + 2 * (level - 1);
}

static int departures(const struct build *build, int level) {
    return arrivals(build, level) + 1;
}

static hal_address counter_at(const struct build *build, int rank, int counter) {
    return hal_counter_of(oc_communicator_world_rank(build->comm, rank), counter);
}

static hal_address released_at(const struct build *build, int rank) {
    return hal_shared_of(oc_communicator_world_rank(build->comm, rank)) + OC_SHARED(released) +
           4 * (size_t)build->first;
}

/* Makes a group's counter notify every child of the group that all have arrived. Notifications
 * leave one after the other; the first one goes to the last child, which is farthest away. */
static void notify_children(const struct build *build, int counter, int level, int group) {
    int children = oc_tree_children(build->comm->size, level, group);
    for (int which = 0; which < children; which++) {
        int child = OC_TREE_GROUP * group + children - 1 - which,
            leader = oc_tree_leader(build->comm->size, level - 1, child);
        hal_address to = level == 1 ? released_at(build, leader)
                                    : counter_at(build, leader, departures(build, level - 1));
        hal_counter_notify(counter, which, to, 1);
    }
}

static void lead(const struct build *build, int level, int group) {
    int counter = arrivals(build, level),
        missing = -oc_tree_children(build->comm->size, level, group);
    if (level == build->levels) {
        notify_children(build, counter, level, group);
    } else {
        int above = oc_tree_leader(build->comm->size, level + 1, oc_tree_above(group));
        hal_counter_notify(counter, 0, counter_at(build, above, arrivals(build, level + 1)), 1);
        hal_counter_set(departures(build, level), -1, -1);
        notify_children(build, departures(build, level), level, group);
    }
    hal_counter_start(counter, missing);
}

void oc_barrier_build_on_tree(struct oc_barrier *barrier, const struct oc_communicator *comm,
                              int first) {
    struct build build = {comm, oc_tree_levels(comm->size), first};
    int group = comm->rank;
    for (int level = 1; level <= build.levels; level++) {
        group = oc_tree_above(group);
        if (oc_tree_leader(comm->size, level, group) == comm->rank)
            lead(&build, level, group);
    }
    int leader = oc_tree_leader(comm->size, 1, oc_tree_above(comm->rank));
    barrier->released = &oc_shared_block()->released[first];
    barrier->counter = barrier->arrive = counter_at(&build, leader, arrivals(&build, 1));
}
