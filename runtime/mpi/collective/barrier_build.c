#include "mpi/collective/barrier.h"
#include "mpi/transport/shared_block.h"

/* Enough for any number of ranks that is an int. */
#define LEVELS 16

/* Groups of level 0 are single ranks; those of the highest level are one. */
struct tree {
    const struct oc_communicator *comm;
    int first; /* counter */
    int levels;
    int groups[LEVELS + 1]; /* of each level */
};

static struct tree tree_of(const struct oc_communicator *comm, int size, int first) {
    struct tree tree = {comm, first, 0, {size}};
    while (tree.groups[tree.levels] > 1) {
        int below = tree.groups[tree.levels++];
        tree.groups[tree.levels] = (below + OC_BARRIER_GROUP - 1) / OC_BARRIER_GROUP;
    }
    return tree;
}

int oc_barrier_counters_for(int size) {
    return 2 * tree_of(NULL, size, 0).levels;
}

/* How many groups of the level below a group consists of. */
static int children_of(const struct tree *tree, int level, int group) {
    int rest = tree->groups[level - 1] - OC_BARRIER_GROUP * group;
    return rest < OC_BARRIER_GROUP ? rest : OC_BARRIER_GROUP;
}

static int leader_of(const struct tree *tree, int level, int group) {
    for (; level > 0; level--)
        group = OC_BARRIER_GROUP * group + (children_of(tree, level, group) - 1) / 2;
    return group;
}

/* Of a leader's counters, the numbers of those that count arrivals and that tell the group. */
static int arrivals(const struct tree *tree, int level) {
    return tree->first + 2 * (level - 1);
}

static int departures(const struct tree *tree, int level) {
    return arrivals(tree, level) + 1;
}

static hal_address counter_at(const struct tree *tree, int rank, int counter) {
    return hal_counter_of(oc_communicator_world_rank(tree->comm, rank), counter);
}

static hal_address released_at(const struct tree *tree, int rank) {
    return hal_shared_of(oc_communicator_world_rank(tree->comm, rank)) + OC_SHARED(released) +
           4 * (size_t)tree->first;
}

/* Notification `which` of a counter that serves a group: one of its members hears that everybody
 * has arrived. */
static void tell_child(const struct tree *tree, int counter, int level, int group, int which) {
    int child = OC_BARRIER_GROUP * group + which, leader = leader_of(tree, level - 1, child);
    hal_address to = level == 1 ? released_at(tree, leader)
                                : counter_at(tree, leader, departures(tree, level - 1));
    hal_counter_notify(counter, which, to, 1);
}

/* A counter may have notifications of an earlier barrier. */
static void clear_from(int counter, int which) {
    for (; which < HAL_NOTIFICATIONS; which++)
        hal_counter_notify(counter, which, 0, 0);
}

static void tell_children(const struct tree *tree, int counter, int level, int group) {
    int children = children_of(tree, level, group);
    for (int which = 0; which < children; which++)
        tell_child(tree, counter, level, group, which);
    clear_from(counter, children);
}

static void lead(const struct tree *tree, int level, int group) {
    int counter = arrivals(tree, level), missing = -children_of(tree, level, group);
    hal_counter_set(counter, missing, missing);
    if (level == tree->levels) {
        tell_children(tree, counter, level, group);
        return;
    }
    int above = leader_of(tree, level + 1, group / OC_BARRIER_GROUP);
    hal_counter_notify(counter, 0, counter_at(tree, above, arrivals(tree, level + 1)), 1);
    clear_from(counter, 1);
    hal_counter_set(departures(tree, level), -1, -1);
    tell_children(tree, departures(tree, level), level, group);
}

void oc_barrier_build(struct oc_barrier *barrier, const struct oc_communicator *comm, int first) {
    struct tree tree = tree_of(comm, comm->size, first);
    int group = comm->rank;
    for (int level = 1; level <= tree.levels; level++) {
        group /= OC_BARRIER_GROUP;
        if (leader_of(&tree, level, group) == comm->rank)
            lead(&tree, level, group);
    }
    barrier->released = &oc_shared_block()->released[first];
    barrier->arrive =
        counter_at(&tree, leader_of(&tree, 1, comm->rank / OC_BARRIER_GROUP), arrivals(&tree, 1));
}
