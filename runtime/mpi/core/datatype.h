/* Datatypes whose elements are plain bytes: predefined ones. Others: derived.h. */
#ifndef MPI_CORE_DATATYPE_H
#define MPI_CORE_DATATYPE_H

#include <mpi.h>

#include "link/variant.h"

/* Handles OC_FIRST_TYPE … + 63 name types of a size that depends on the machine; in those above,
 * bits 3 to 5 are the binary logarithm of the size (MPI 5.0, section 20.3): first those of C, then
 * those of Fortran. The types of C have a table, bytes among them: most messages are of these. */
#define OC_FIRST_TYPE 0x200
#define OC_TYPE_INDEX(TYPE) ((uintptr_t)(TYPE)-OC_FIRST_TYPE)
#define OC_TABLE_TYPES 128

extern const uint8_t oc_extent_of_all[OC_TABLE_TYPES];
/* The same table, for the fast path (error/plain.h), which mpi/watch/ closes. */
extern const uint8_t oc_extent_of_named[OC_TABLE_TYPES];

/* The extent of a pair for MPI_MINLOC that has a gap; 0 for everything else. Where there are
 * derived datatypes it is packed like a structure, which its messages may be received as. A program
 * without them has no such structures, and sends the gap too. */
size_t oc_datatype_padded_extent(MPI_Datatype type);

/* Distance from one element to the next, in bytes; 0 if the handle is not one of a datatype without
 * gaps. What is in the path of every message looks at the table itself (error/plain.h). */
size_t oc_datatype_extent(MPI_Datatype type);

#endif
