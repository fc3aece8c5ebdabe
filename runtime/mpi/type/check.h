/* Checks of arguments that concern datatypes; as in error/check.h. Null communicator: the error
 * belongs to none. */
#ifndef MPI_TYPE_CHECK_H
#define MPI_TYPE_CHECK_H

#include "mpi/core/list.h"
#include "mpi/error/check.h"
#include "mpi/type/type.h"

/* A datatype, predefined or not. */
int oc_check_type(const struct oc_communicator *comm, MPI_Datatype handle, struct oc_type **type);

/* A datatype to communicate or pack with: committed. */
int oc_check_committed(const struct oc_communicator *comm, MPI_Datatype handle,
                       struct oc_type **type);

/* A count, or a length of a block. */
int oc_check_count(const struct oc_communicator *comm, MPI_Count count);

/* An array of `count` entries, which may be null if there are none. */
int oc_check_entries(const void *array, MPI_Count count);

/* Lengths of blocks, none negative. */
int oc_check_lengths(struct oc_list lengths, MPI_Count count);

/* MPI_ORDER_C or MPI_ORDER_FORTRAN. */
int oc_check_order(int order);

/* What every constructor has: memory for the result, a count, an old type. */
int oc_check_constructor(MPI_Datatype *result, MPI_Count count, MPI_Datatype handle,
                         struct oc_type **old);

/* `count` committed elements at `buffer`: gives the type and their data's length in bytes. */
int oc_check_elements(const struct oc_communicator *comm, const void *buffer, MPI_Count count,
                      MPI_Datatype handle, struct oc_type **type, size_t *bytes);

#endif
