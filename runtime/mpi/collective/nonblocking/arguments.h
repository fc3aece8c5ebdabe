/* The arguments of a collective, stored while it is in progress or, if it is persistent, as long as
 * it exists. */
#ifndef MPI_COLLECTIVE_NONBLOCKING_ARGUMENTS_H
#define MPI_COLLECTIVE_NONBLOCKING_ARGUMENTS_H

#include <mpi.h>
#include <stdbool.h>

#include "mpi/core/list.h"

/* The data to be sent, or those to be received. */
struct oc_side {
    void *buffer;
    MPI_Count count;
    bool many; /* there is a count for each rank */
    /* The user's arrays, which must not change until the collective is complete (MPI 4.1, section
     * 6.12). */
    struct oc_list counts, displacements;
    MPI_Datatype type;
    const MPI_Datatype *types;
};

/* Whether a collective has a root, and the side that matters at the root only: the sending one with
 * OC_ROOT_SENDS, the receiving one with OC_ROOT_RECEIVES. */
enum oc_rooted { OC_NO_ROOT, OC_ROOT, OC_ROOT_SENDS, OC_ROOT_RECEIVES };

struct oc_arguments {
    MPI_Comm comm;
    struct oc_side from, to;
    int root;
    enum oc_rooted rooted;
    MPI_Op op; /* null: it is not a reduction */
    /* Set for a neighbourhood collective, with its numbers of blocks received and sent. Other
     * collectives have a block for each rank. */
    bool neighbors;
    int sources, destinations;
};

#define OC_NO_LIST ((struct oc_list){NULL, 0})

/* One store for each member takes a third of the cycles of a memset(). */
static inline struct oc_side oc_side(const void *buffer, MPI_Count count, MPI_Datatype type) {
    struct oc_side side;
    side.buffer = (void *)buffer;
    side.count = count;
    side.many = false;
    side.counts = OC_NO_LIST;
    side.displacements = OC_NO_LIST;
    side.type = type;
    side.types = NULL;
    return side;
}

static inline struct oc_side oc_side_v(const void *buffer, struct oc_list counts,
                                       struct oc_list displacements, MPI_Datatype type) {
    return (struct oc_side){.buffer = (void *)buffer,
                            .many = true,
                            .counts = counts,
                            .displacements = displacements,
                            .type = type};
}

static inline struct oc_side oc_side_w(const void *buffer, struct oc_list counts,
                                       struct oc_list displacements, const MPI_Datatype *types) {
    return (struct oc_side){.buffer = (void *)buffer,
                            .many = true,
                            .counts = counts,
                            .displacements = displacements,
                            .types = types};
}

/* Sets the arguments of a collective with one count on each side; the others become 0. One store
 * for each member takes fewer cycles than a memset(). */
static inline void oc_arguments_set(struct oc_arguments *arguments, MPI_Comm comm,
                                    struct oc_side from, struct oc_side to, MPI_Op op) {
    arguments->comm = comm;
    arguments->from = from;
    arguments->to = to;
    arguments->root = 0;
    arguments->rooted = OC_NO_ROOT;
    arguments->op = op;
    arguments->neighbors = false;
    arguments->sources = arguments->destinations = 0;
}

#endif
