/* The communicators for which the user has handles, except the two static ones. */
#ifndef MPI_COMM_LIST_H
#define MPI_COMM_LIST_H

#include "mpi/core/communicator.h"

void oc_communicator_enlist(struct oc_communicator *comm);

/* Communicators that the user has freed but that are still in use. They keep their contexts. */
extern struct oc_communicator *oc_communicators_ending;

/* Removes a communicator from the list, if it is there. */
void oc_communicator_delist(struct oc_communicator *comm);

#endif
