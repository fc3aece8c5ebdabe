/* Weak references to attributes. Code that is called under `if (attributes)` is not linked into
 * programs that never set any. */
#ifndef MPI_ATTRIBUTE_OPTIONAL_H
#define MPI_ATTRIBUTE_OPTIONAL_H

#include "link/variant.h"
#include "mpi/attribute/attribute.h"

extern __typeof__(oc_attributes_delete) oc_attributes_delete OC_OPTIONAL;
extern __typeof__(oc_attributes_copy) oc_attributes_copy OC_OPTIONAL;

#endif
