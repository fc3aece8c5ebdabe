/* The priority level of an annotated communicator's collectives that use no messages.
 *
 * While such a collective runs, all packets of this process, including those of its counters, have
 * the communicator's level. An exception are packets to memories whose priority the program has
 * set. (A guaranteed communicator has no counters, so its collectives use messages.) */
#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_LEVEL_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_LEVEL_H

#include "link/variant.h"
#include "mpi/core/communicator.h"

/* Sets the communicator's priority level for this process. Returns the previous level, for
 * oc_level_end(). */
int oc_level_begin(const struct oc_communicator *comm);
void oc_level_end(int before);
OC_VARIANTS(oc_level_begin, oc_level_begin_ordinary, oc_level_begin_of_communicator);
OC_VARIANTS(oc_level_end, oc_level_end_ordinary, oc_level_end_of_communicator);

#endif
