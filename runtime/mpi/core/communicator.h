/* Communicators. MPI_Init makes two static communicators; comm/ makes all others. */
#ifndef MPI_CORE_COMMUNICATOR_H
#define MPI_CORE_COMMUNICATOR_H

#include <mpi.h>
#include <stdint.h>

#include "link/variant.h"
#include "mpi/group/group.h"

/* The contexts of a communicator, as offsets from its first context, which is that of the user's
 * messages. The first contexts of the two static communicators are 0 and OC_CONTEXTS. */
enum {
    OC_CONTEXT_USER,
    OC_CONTEXT_COLLECTIVE,
    OC_CONTEXT_MAKING, /* for making communicators from this one */
    OC_CONTEXT_SPARE,
    OC_CONTEXTS
};

struct oc_communicator {
    MPI_Comm handle; /* the address of the communicator, unless it is static */
    uint32_t context;
    int rank; /* rank of this process in its own group */
    int size; /* number of ranks of this process' group */
    /* The group to which this process sends and from which it receives, and its size, `peers`. It
     * is the process' own group or, in an intercommunicator, the other group. A null pointer means
     * the group of all processes. */
    int peers;
    struct oc_group *group;
    MPI_Errhandler errhandler;
    struct oc_barrier *barrier; /* collective/barrier.h; null before the first barrier */
    /* Handles an error that does not end the job. Returns the result of the MPI function. */
    int (*on_error)(const struct oc_communicator *comm, int error);
    struct oc_communicator *next; /* next in the list of communicators that are not static */

    /* In an intercommunicator, an intracommunicator of this process' own group, which the library
     * uses internally. In an intracommunicator, null. */
    struct oc_communicator *local;
    struct oc_attribute *attributes; /* attribute/attribute.h; the latest first */
    struct oc_topology *topology;    /* comm/topology.h */
    struct oc_info *hints;           /* info/info.h */
    char *name;                      /* null if it has no name or is static */
};

extern struct oc_communicator oc_comm_world;
extern struct oc_communicator oc_comm_self;

/* The communicator with this handle, or null. Programs that make communicators use the variant in
 * comm/list.c, which also finds the communicators that they have made. */
struct oc_communicator *oc_communicator_find(MPI_Comm handle);

/* The communicator to which this context belongs, or null. */
struct oc_communicator *oc_communicator_of_context(uint32_t context);
/* The first variants know only MPI_COMM_WORLD and MPI_COMM_SELF. Programs that make communicators
 * use the second variants (comm/list.c). */
OC_VARIANTS(oc_communicator_find, oc_communicator_find_static, oc_communicator_find_listed);
OC_VARIANTS(oc_communicator_of_context, oc_communicator_of_static_context,
            oc_communicator_of_listed_context);

/* Converts a rank of the communicator to a rank of MPI_COMM_WORLD. In an intercommunicator, `rank`
 * belongs to the remote group. */
static inline int oc_communicator_world_rank(const struct oc_communicator *comm, int rank) {
    return comm->group ? oc_group_world_rank(comm->group, rank) : rank;
}

#endif
