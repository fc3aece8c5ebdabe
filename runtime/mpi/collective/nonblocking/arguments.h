/* The arguments of a collective. They are stored while the collective is in progress or, if it is
 * persistent, as long as it exists. */
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

/* Whether a collective has a root, and which side matters at the root only: with OC_ROOT_SENDS the
 * sending side, with OC_ROOT_RECEIVES the receiving side. */
enum oc_rooted { OC_NO_ROOT, OC_ROOT, OC_ROOT_SENDS, OC_ROOT_RECEIVES };

struct oc_arguments {
    MPI_Comm comm;
    struct oc_side from, to;
    int root;
    enum oc_rooted rooted;
    MPI_Op op; /* null: the collective is not a reduction */
    /* Set for a neighbourhood collective, with its numbers of blocks received and sent. Other
     * collectives have a block for each rank. */
    bool neighbors;
    int sources, destinations;
};

#define OC_NO_LIST ((struct oc_list){NULL, 0})

/* Describes a side with one count. One store for each member takes a third of the cycles of a
 * memset(). */
static inline void oc_side_set(struct oc_side *side, const void *buffer, MPI_Count count,
                               MPI_Datatype type) {
    side->buffer = (void *)buffer;
    side->count = count;
    side->many = false;
    side->counts = OC_NO_LIST;
    side->displacements = OC_NO_LIST;
    side->type = type;
    side->types = NULL;
}

/* These functions describe one side of a collective. The first takes one count, the second a count
 * for each rank, the third a count and a datatype for each rank. */
void oc_side(struct oc_side *side, const void *buffer, MPI_Count count, MPI_Datatype type);
void oc_side_v(struct oc_side *side, const void *buffer, struct oc_list counts,
               struct oc_list displacements, MPI_Datatype type);
void oc_side_w(struct oc_side *side, const void *buffer, struct oc_list counts,
               struct oc_list displacements, const MPI_Datatype *types);

/* Makes the arguments of a collective without a root; the caller describes both sides. The
 * arguments are a part of the collective's operation from the beginning, so they are not copied.
 * The function that starts the collective takes them over; if an error comes first,
 * oc_arguments_give() gives them back. If there is no memory, the result points to arguments that
 * nobody reads, and the function that makes the operation reports the error. */
struct oc_arguments *oc_arguments_new(MPI_Comm comm, MPI_Op op);
void oc_arguments_give(struct oc_arguments *arguments);

#endif
