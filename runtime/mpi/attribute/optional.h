/* Weak references to the functions for attributes. They are null in programs that never set any
 * attribute. Code that uses them tests first whether an object has attributes. */
#ifndef MPI_ATTRIBUTE_OPTIONAL_H
#define MPI_ATTRIBUTE_OPTIONAL_H

#include "link/variant.h"
#include "mpi/attribute/attribute.h"

extern __typeof__(oc_attributes_delete) oc_attributes_delete OC_OPTIONAL;
extern __typeof__(oc_attributes_copy) oc_attributes_copy OC_OPTIONAL;

#endif
