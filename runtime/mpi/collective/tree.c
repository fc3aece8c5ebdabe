#include "mpi/collective/tree.h"

int oc_tree_leader(int size, int level, int group) {
    for (; level > 0; level--)
        group = OC_TREE_GROUP * group + oc_tree_middle(oc_tree_children(size, level, group));
    return group;
}
