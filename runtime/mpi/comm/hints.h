/* Hints of communicators. They are the assertions of the standard (MPI 4.1, section 7.4.4), which
 * this library does not use and keeps only for MPI_Comm_get_info, and annotations
 * (annotation/communicator.h). */
#ifndef MPI_COMM_HINTS_H
#define MPI_COMM_HINTS_H

#include "mpi/core/communicator.h"
#include "mpi/info/info.h"

/* Checks a handle and finds its info, which is null if there is none. Hints that the library knows
 * must have valid values. */
int oc_check_hints(const struct oc_communicator *comm, MPI_Info handle, struct oc_info **hints);

/* Adds the hints that the library knows and ignores all others. Returns false if there is no
 * memory. An annotation among them takes effect with oc_annotation_apply(). */
bool oc_hints_add(struct oc_communicator *comm, const struct oc_info *hints);

/* Adds hints to a new communicator, and applies their annotation. */
bool oc_hints_set(struct oc_communicator *comm, const struct oc_info *hints);

/* Checks that either the hints of all ranks make the communicator guaranteed, or those of no rank
 * do. Otherwise raises an error at all ranks, because guaranteed communicators use other algorithms
 * for collectives. All ranks must call this function. */
int oc_hints_agree(const struct oc_communicator *comm);

#endif
