/* The elements of data for accumulate operations: of one predefined datatype, in a row as they lie
 * in memory, with the gaps that pairs have. */
#ifndef MPI_WINDOW_OPERAND_H
#define MPI_WINDOW_OPERAND_H

#include <mpi.h>
#include <stdbool.h>

#include "mpi/type/type.h"

/* The predefined datatype that a datatype is made of; MPI_DATATYPE_NULL: several, or no data. */
MPI_Datatype oc_operand_type(const struct oc_type *type);

/* So many of them are in an element of a datatype. */
size_t oc_operand_count(const struct oc_type *type);

/* What is done with `count` of them in a row. */
typedef void oc_visit_operands(void *context, char *at, size_t count);

/* Visits those of `count` elements at `base`, in their order. */
void oc_operand_walk(const struct oc_type *type, char *base, size_t count, oc_visit_operands *visit,
                     void *context);

#endif
