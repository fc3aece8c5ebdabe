/* Comparison of two groups. */
#ifndef MPI_GROUP_COMPARE_H
#define MPI_GROUP_COMPARE_H

#include "mpi/group/group.h"

/* MPI_IDENT: the same members in the same order; MPI_SIMILAR: the same members in another order;
 * MPI_UNEQUAL. */
int oc_group_compare(const struct oc_group *one, const struct oc_group *other);

#endif
