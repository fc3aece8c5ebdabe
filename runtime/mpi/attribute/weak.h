/* Attributes, for functions that need them only if a program has set some: what is called under
 * `if (attributes)` is not linked into others. */
#ifndef MPI_ATTRIBUTE_WEAK_H
#define MPI_ATTRIBUTE_WEAK_H

#include "link/variant.h"
#include "mpi/attribute/attribute.h"

extern __typeof__(oc_attributes_delete) oc_attributes_delete OC_OPTIONAL;
extern __typeof__(oc_attributes_copy) oc_attributes_copy OC_OPTIONAL;

#endif
