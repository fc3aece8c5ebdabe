/* Checks of arguments about datatypes. Each check returns a value or raises an error, as the checks
 * in error/check.h do. If the communicator is null, the error belongs to none. */
#ifndef MPI_TYPE_CHECK_H
#define MPI_TYPE_CHECK_H

#include "mpi/core/list.h"
#include "mpi/error/check.h"
#include "mpi/type/type.h"

/* Checks that a handle names a datatype, predefined or not, and finds the type. */
int oc_check_type(const struct oc_communicator *comm, MPI_Datatype handle, struct oc_type **type);

/* Checks that a handle names a committed datatype, which may be used to communicate or pack, and
 * finds the type. */
int oc_check_committed(const struct oc_communicator *comm, MPI_Datatype handle,
                       struct oc_type **type);

/* Checks a count or the length of a block. */
int oc_check_count(const struct oc_communicator *comm, MPI_Count count);

/* Checks an array of `count` entries, which may be null if there are none. */
int oc_check_entries(const void *array, MPI_Count count);

/* Checks lengths of blocks, none of which may be negative. */
int oc_check_lengths(struct oc_list lengths, MPI_Count count);

/* Checks for MPI_ORDER_C or MPI_ORDER_FORTRAN. */
int oc_check_order(int order);

/* Checks the arguments that all constructors share: the pointer for the result, a count and the old
 * datatype. Finds the type of the old datatype. */
int oc_check_constructor(MPI_Datatype *result, MPI_Count count, MPI_Datatype handle,
                         struct oc_type **old);

/* Checks `count` elements of a committed datatype at `buffer`. Finds the type, and the length of
 * the data in bytes. */
int oc_check_elements(const struct oc_communicator *comm, const void *buffer, MPI_Count count,
                      MPI_Datatype handle, struct oc_type **type, size_t *bytes);

#endif
