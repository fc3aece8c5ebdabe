/* The published transports use messages for collectives, as published. */
#include "mpi/annotation/annotation.h"
#include "mpi/collective/collective.h"

const char oc_collective_annotations;

bool oc_alltoall_is_direct(struct oc_communicator *comm, size_t bytes, bool is_piece) {
    (void)comm, (void)bytes, (void)is_piece;
    return false;
}

/* Never called. */
int oc_alltoall_direct(const struct oc_communicator *comm, const struct oc_view *from,
                       const struct oc_view *to, size_t bytes) {
    (void)comm, (void)from, (void)to, (void)bytes;
    return OC_BY_MESSAGES;
}

/* Never called. */
int oc_allgather_doubling(const struct oc_communicator *comm, void *all, size_t bytes,
                          const void *mine) {
    (void)comm, (void)all, (void)bytes, (void)mine;
    return OC_BY_MESSAGES;
}

int oc_allgather_direct(struct oc_communicator *comm, const struct oc_rank_blocks *all,
                        bool is_small) {
    (void)comm, (void)all, (void)is_small;
    return OC_BY_MESSAGES;
}

bool oc_lists_are_direct(struct oc_communicator *comm) {
    (void)comm;
    return false;
}

/* The published transports never call the following five functions. */
int oc_allgatherv_direct(const struct oc_communicator *comm, const struct oc_rank_blocks *all) {
    (void)comm, (void)all;
    return OC_BY_MESSAGES;
}

int oc_gatherv_direct(const struct oc_communicator *comm, const struct oc_view *mine,
                      const struct oc_rank_blocks *all, int root) {
    (void)comm, (void)mine, (void)all, (void)root;
    return OC_BY_MESSAGES;
}

int oc_scatterv_direct(const struct oc_communicator *comm, const struct oc_rank_blocks *all,
                       const struct oc_view *mine, int root) {
    (void)comm, (void)all, (void)mine, (void)root;
    return OC_BY_MESSAGES;
}

int oc_alltoallv_direct(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                        const struct oc_rank_blocks *to) {
    (void)comm, (void)from, (void)to;
    return OC_BY_MESSAGES;
}

size_t oc_tree_bytes(const struct oc_communicator *comm) {
    (void)comm;
    return SIZE_MAX;
}

int oc_reduce_scatter_direct(struct oc_communicator *comm, const void *mine, void *result,
                             size_t bytes, const struct oc_shares *shares,
                             const struct oc_reduction *reduction) {
    (void)comm, (void)mine, (void)result, (void)bytes, (void)shares, (void)reduction;
    return OC_BY_MESSAGES;
}
