/* Weak references to the functions for attributes, which are null in programs that never set an
 * attribute. Code that calls these functions first tests whether an object has attributes. */
#ifndef MPI_ATTRIBUTE_OPTIONAL_H
#define MPI_ATTRIBUTE_OPTIONAL_H

#include "link/variant.h"
#include "mpi/attribute/attribute.h"

extern __typeof__(oc_attributes_delete) oc_attributes_delete OC_OPTIONAL;
extern __typeof__(oc_attributes_copy) oc_attributes_copy OC_OPTIONAL;

#endif
