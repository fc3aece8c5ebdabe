/* The annotation in a communicator's hints, which annotation/communicator.h sets. */
#ifndef MPI_INFO_ANNOTATION_H
#define MPI_INFO_ANNOTATION_H

#include "mpi/core/communicator.h"
#include "mpi/info/info.h"

/* The annotation of a communicator; 0 if it has none. */
static inline int oc_annotation_of(const struct oc_communicator *comm) {
    return comm->hints ? comm->hints->annotation : 0;
}

#endif
