/* Comparison of two groups. */
#ifndef MPI_GROUP_COMPARE_H
#define MPI_GROUP_COMPARE_H

#include "mpi/group/group.h"

/* Returns MPI_IDENT if the groups have the same members in the same order, MPI_SIMILAR if in
 * another order, otherwise MPI_UNEQUAL. */
int oc_group_compare(const struct oc_group *one, const struct oc_group *other);

#endif
