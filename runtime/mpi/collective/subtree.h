/* A rank's place in the binomial tree of gather and scatter. Ranks are counted from the root on,
 * so that a subtree is a range of them. */
#ifndef MPI_COLLECTIVE_SUBTREE_H
#define MPI_COLLECTIVE_SUBTREE_H

#include "mpi/collective/scratch.h"
#include "mpi/core/communicator.h"

struct oc_subtree {
    int relative; /* this rank, counted from the root */
    int ranks;    /* in the subtree below it, with itself */
    int parent;   /* rank; the root's is itself */
};

static inline struct oc_subtree oc_subtree_of(const struct oc_communicator *comm, int root) {
    int relative = oc_rank_round(comm->rank - root, comm->size);
    int bit = relative & -relative;
    int parent = oc_rank_round(relative - bit + root, comm->size);
    int ranks = comm->size - relative;
    if (relative && bit < ranks)
        ranks = bit;
    return (struct oc_subtree){relative, ranks, parent};
}

/* Size of the subtree of the child at distance `bit`, which exists. */
static inline int oc_subtree_child_ranks(const struct oc_subtree *tree, int bit) {
    return tree->ranks - bit < bit ? tree->ranks - bit : bit;
}

/* Rank of that child. */
static inline int oc_subtree_child(const struct oc_communicator *comm,
                                   const struct oc_subtree *tree, int bit, int root) {
    return oc_rank_round(tree->relative + bit + root, comm->size);
}

/* Where the blocks of a subtree stand, in the order of relative ranks: at root 0 in `all`, since
 * only there is that the order of ranks; of a single rank in its `block`; else in `scratch`, which
 * is to be freed in any case. Null: there is no memory. */
static inline char *oc_subtree_blocks(const struct oc_subtree *tree, int root, void *all,
                                      void *block, size_t bytes, struct oc_scratch *scratch) {
    void *own = !tree->relative && !root ? all : tree->relative && tree->ranks == 1 ? block : NULL;
    bool taken = oc_scratch_take(scratch, own ? 0 : (size_t)tree->ranks * bytes);
    return own ? own : taken ? scratch->data : NULL;
}

#endif
