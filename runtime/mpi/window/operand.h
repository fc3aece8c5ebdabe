/* The elements of an accumulate operation's data. They have one predefined datatype and are
 * contiguous, apart from gaps inside pairs. */
#ifndef MPI_WINDOW_OPERAND_H
#define MPI_WINDOW_OPERAND_H

#include <mpi.h>
#include <stdbool.h>

#include "mpi/type/type.h"

/* The predefined datatype of which a datatype's data consist. MPI_DATATYPE_NULL if they consist of
 * several, or if there are no data. */
MPI_Datatype oc_operand_type(const struct oc_type *type);

/* The number of elements of oc_operand_type() in one element of a datatype. */
size_t oc_operand_count(const struct oc_type *type);

/* Called for `count` contiguous elements of the predefined datatype at `at`. */
typedef void oc_visit_operands(void *context, char *at, size_t count);

/* Calls `visit` for the predefined elements in `count` elements of a datatype at `base`, in
 * order. */
void oc_operand_walk(const struct oc_type *type, char *base, size_t count, oc_visit_operands *visit,
                     void *context);

#endif
