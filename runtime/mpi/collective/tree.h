/* The tree of the operations that use shared blocks and counters. Ranks form groups of
 * OC_TREE_GROUP, these form groups again, and so on up to one group of all. Groups of level 0 are
 * single ranks; the member in the middle of a group leads it. */
#ifndef MPI_COLLECTIVE_TREE_H
#define MPI_COLLECTIVE_TREE_H

#include "hal/hal.h"

/* Ranks of a group: as many as a counter can notify. */
#define OC_TREE_GROUP HAL_NOTIFICATIONS
#define OC_TREE_GROUP_BITS 2
_Static_assert(1 << OC_TREE_GROUP_BITS == OC_TREE_GROUP, "a rank's group is found by a shift");

/* Enough for any number of ranks that is an int. */
#define OC_TREE_MOST_LEVELS 16

struct oc_tree {
    int levels;
    int groups[OC_TREE_MOST_LEVELS + 1]; /* number of groups at each level; 1 at the highest */
};

struct oc_tree oc_tree_of(int size);

/* The number of groups of the level below that a group consists of. */
static inline int oc_tree_children(const struct oc_tree *tree, int level, int group) {
    int rest = tree->groups[level - 1] - OC_TREE_GROUP * group;
    return rest < OC_TREE_GROUP ? rest : OC_TREE_GROUP;
}

/* The index of the subgroup that the leader is in. */
static inline int oc_tree_middle(int children) {
    return (children - 1) / 2;
}

/* The rank that leads a group. */
int oc_tree_leader(const struct oc_tree *tree, int level, int group);

#endif
