/* The elements of an accumulate operation's data. They are elements of one predefined datatype and
 * are contiguous as in memory, including the gaps in pairs. */
#ifndef MPI_WINDOW_OPERAND_H
#define MPI_WINDOW_OPERAND_H

#include <mpi.h>
#include <stdbool.h>

#include "mpi/type/type.h"

/* The only predefined datatype that a datatype contains. MPI_DATATYPE_NULL if it contains several,
 * or has no data. */
MPI_Datatype oc_operand_type(const struct oc_type *type);

/* The number of elements of oc_operand_type() in an element of a datatype. */
size_t oc_operand_count(const struct oc_type *type);

/* A function that is called for `count` contiguous elements of the predefined datatype. */
typedef void oc_visit_operands(void *context, char *at, size_t count);

/* Visits the predefined elements of which `count` elements at `base` consist, in order. */
void oc_operand_walk(const struct oc_type *type, char *base, size_t count, oc_visit_operands *visit,
                     void *context);

#endif
