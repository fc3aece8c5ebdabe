/* How two groups compare. */
#ifndef MPI_GROUP_COMPARE_H
#define MPI_GROUP_COMPARE_H

#include "mpi/group/group.h"

/* MPI_IDENT: the same members in the same order; MPI_SIMILAR: in another one; MPI_UNEQUAL. */
int oc_group_compare(const struct oc_group *one, const struct oc_group *other);

#endif
