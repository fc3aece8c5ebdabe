/* Communicators: the two that MPI_Init makes. */
#ifndef MPI_CORE_COMMUNICATOR_H
#define MPI_CORE_COMMUNICATOR_H

#include <mpi.h>
#include <stdint.h>

struct oc_communicator {
    MPI_Comm handle;
    uint32_t context; /* of its user messages; the collectives' is the next one */
    int rank;         /* of this process */
    int size;
    MPI_Errhandler errhandler;
};

extern struct oc_communicator oc_comm_world;
extern struct oc_communicator oc_comm_self;

/* The communicator with this handle, or null. */
struct oc_communicator *oc_communicator_find(MPI_Comm handle);

/* Rank in the world of a communicator's rank. */
int oc_communicator_world_rank(const struct oc_communicator *comm, int rank);

#endif
