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

/* Describe one side of a collective: with one count, with a count for each rank, and with a
 * datatype for each, too. */
void oc_side(struct oc_side *side, const void *buffer, MPI_Count count, MPI_Datatype type);
void oc_side_v(struct oc_side *side, const void *buffer, struct oc_list counts,
               struct oc_list displacements, MPI_Datatype type);
void oc_side_w(struct oc_side *side, const void *buffer, struct oc_list counts,
               struct oc_list displacements, const MPI_Datatype *types);

/* The arguments of a collective without a root, in which the caller describes both sides. They are
 * part of the collective's operation from the beginning, so that they are not copied. The function
 * that starts the collective takes them over; oc_arguments_give() gives them back if an error comes
 * first. If there is no memory, they are where nobody reads them, and making the operation fails.
 */
struct oc_arguments *oc_arguments_new(MPI_Comm comm, MPI_Op op);
void oc_arguments_give(struct oc_arguments *arguments);

#endif
