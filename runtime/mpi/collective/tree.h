/* The tree that collectives with cells and counters use. OC_TREE_GROUP ranks form a group; these
 * groups form larger groups, and so on up to one group that contains all ranks. Groups of level 0
 * are single ranks. A group has the leader of that member which is in its middle. */
#ifndef MPI_COLLECTIVE_TREE_H
#define MPI_COLLECTIVE_TREE_H

#include "hal/hal.h"

/* The number of members of a group; a counter can notify as many processes. */
#define OC_TREE_GROUP HAL_NOTIFICATIONS
#define OC_TREE_GROUP_BITS 2
_Static_assert(1 << OC_TREE_GROUP_BITS == OC_TREE_GROUP, "a rank's group is found by a shift");

/* The number of the group of the next level to which a group belongs. (A division would take 35
 * cycles.) */
static inline int oc_tree_above(int group) {
    return group >> OC_TREE_GROUP_BITS;
}

/* The number of groups at a level of the tree of `size` ranks. */
static inline int oc_tree_groups(int size, int level) {
    return ((size - 1) >> level * OC_TREE_GROUP_BITS) + 1;
}

/* The level at which all ranks form one group. */
static inline int oc_tree_levels(int size) {
    int levels = 0;
    while (oc_tree_groups(size, levels) > 1)
        levels++;
    return levels;
}

/* The number of groups of the next lower level that form a group. */
static inline int oc_tree_children(int size, int level, int group) {
    int rest = oc_tree_groups(size, level - 1) - OC_TREE_GROUP * group;
    return rest < OC_TREE_GROUP ? rest : OC_TREE_GROUP;
}

/* The index, among the members of a group, of the member whose leader leads the group. */
static inline int oc_tree_middle(int children) {
    return (children - 1) >> 1;
}

/* The rank that leads a group. */
int oc_tree_leader(int size, int level, int group);

#endif
