#include "mpi/collective/tree.h"

struct oc_tree oc_tree_of(int size) {
    struct oc_tree tree = {0, {size}};
    while (tree.groups[tree.levels] > 1) {
        int below = tree.groups[tree.levels++];
        tree.groups[tree.levels] = (below + OC_TREE_GROUP - 1) / OC_TREE_GROUP;
    }
    return tree;
}

int oc_tree_leader(const struct oc_tree *tree, int level, int group) {
    for (; level > 0; level--)
        group = OC_TREE_GROUP * group + oc_tree_middle(oc_tree_children(tree, level, group));
    return group;
}
