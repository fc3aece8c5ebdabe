/* The first step of MPI_Finalize (MPI 4.1, section 11.2.4). */
#ifndef MPI_ATTRIBUTE_END_H
#define MPI_ATTRIBUTE_END_H

#include "link/variant.h"

/* Deletes the attributes of MPI_COMM_SELF. Null in programs that cannot set attributes. */
void oc_attributes_end(void) OC_OPTIONAL;

#endif
