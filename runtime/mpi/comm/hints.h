/* Hints of communicators. Most are the assertions of the standard (MPI 4.1, section 7.4.4), which
 * the library keeps for MPI_Comm_get_info but does not use. The others are annotations
 * (annotation/communicator.h). */
#ifndef MPI_COMM_HINTS_H
#define MPI_COMM_HINTS_H

#include "mpi/core/communicator.h"
#include "mpi/info/info.h"

/* Checks the handle of an info and finds the info, which is null for MPI_INFO_NULL. Hints that the
 * library knows must have valid values. */
int oc_check_hints(const struct oc_communicator *comm, MPI_Info handle, struct oc_info **hints);

/* Adds those hints that the library knows and ignores all others. An annotation takes effect only
 * with oc_annotation_apply(). Returns false if there is no memory. */
bool oc_hints_add(struct oc_communicator *comm, const struct oc_info *hints);

/* Adds hints to a new communicator, and applies the annotation among them. Returns false if there
 * is no memory. */
bool oc_hints_set(struct oc_communicator *comm, const struct oc_info *hints);

/* Checks that the ranks agree whether the communicator is guaranteed. If the hints of only some
 * ranks request this, raises an error at all ranks, because guaranteed communicators use other
 * algorithms for collectives. All ranks must call this function. */
int oc_hints_agree(const struct oc_communicator *comm);

#endif
