/* The arguments of a collective. They are stored while the collective is in progress or, if it is
 * persistent, as long as it exists. */
#ifndef MPI_COLLECTIVE_NONBLOCKING_ARGUMENTS_H
#define MPI_COLLECTIVE_NONBLOCKING_ARGUMENTS_H

#include <mpi.h>
#include <stdbool.h>

#include "mpi/core/list.h"

/* The buffer to send from, or the one to receive into. */
struct oc_side {
    void *buffer;
    MPI_Count count;
    bool many; /* each rank has its own count */
    /* The user's arrays, which must not change until the collective is complete (MPI 4.1, section
     * 6.12). */
    struct oc_list counts, displacements;
    MPI_Datatype type;
    const MPI_Datatype *types;
};

/* Whether a collective has a root, and which buffer only the root uses: the sent one with
 * OC_ROOT_SENDS, the received one with OC_ROOT_RECEIVES. */
enum oc_rooted { OC_NO_ROOT, OC_ROOT, OC_ROOT_SENDS, OC_ROOT_RECEIVES };

struct oc_arguments {
    MPI_Comm comm;
    struct oc_side from, to;
    int root;
    enum oc_rooted rooted;
    MPI_Op op; /* null if the collective is not a reduction */
    /* Set for a neighbourhood collective, which receives `sources` blocks and sends `destinations`
     * blocks (one if all neighbours get the same). Other collectives have a block for each rank. */
    bool neighbors;
    int sources, destinations;
};

#define OC_NO_LIST ((struct oc_list){NULL, 0})

/* Describes a buffer with one count. Storing each member takes a third of the cycles of a
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

/* Describe a buffer of a collective: with one count, with a count for each rank, and with a count
 * and a datatype for each rank. */
void oc_side(struct oc_side *side, const void *buffer, MPI_Count count, MPI_Datatype type);
void oc_side_v(struct oc_side *side, const void *buffer, struct oc_list counts,
               struct oc_list displacements, MPI_Datatype type);
void oc_side_w(struct oc_side *side, const void *buffer, struct oc_list counts,
               struct oc_list displacements, const MPI_Datatype *types);

/* Returns arguments for a collective without a root; the caller describes both buffers. The
 * arguments are a member of the collective's operation, so they are never copied. The function that
 * starts the collective takes them over. If an error comes first, the caller frees them by
 * oc_arguments_give(). If there is no memory, the result points to arguments that nobody reads, and
 * the function that makes the operation reports the error. */
struct oc_arguments *oc_arguments_new(MPI_Comm comm, MPI_Op op);
void oc_arguments_give(struct oc_arguments *arguments);

#endif
