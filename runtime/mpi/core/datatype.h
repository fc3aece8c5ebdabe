/* Datatypes whose elements are contiguous bytes; all of them are predefined. derived.h is about all
 * other datatypes. */
#ifndef MPI_CORE_DATATYPE_H
#define MPI_CORE_DATATYPE_H

#include <mpi.h>

#include "link/variant.h"

/* The handles of predefined datatypes. From OC_FIRST_TYPE on, 64 handles are for types whose size
 * depends on the machine. In the handles after these, bits 3 to 5 are the binary logarithm of the
 * size (MPI 5.0, section 20.3). In both ranges, the types of C come first, then those of Fortran.
 * Most messages use the first OC_TABLE_TYPES handles, up to the last type of C. They are therefore
 * the indices of tables. */
#define OC_FIRST_TYPE 0x200
#define OC_TYPE_INDEX(TYPE) ((uintptr_t)(TYPE)-OC_FIRST_TYPE)
#define OC_TABLE_TYPES 90

/* The table contains the *scale* of each type. The scale is OC_SCALE plus the binary logarithm of
 * the type's size. It is 0 for a type whose elements have a gap, and for a handle that is not a
 * datatype. */
#define OC_SCALE 32
extern const uint8_t oc_scale_of_all[OC_TABLE_TYPES];
/* The table that the fast path uses (error/plain.h). It is empty in programs with --check-mpi
 * (mpi/watch/), so that no message takes the fast path. */
extern const uint8_t oc_scale_of_named[OC_TABLE_TYPES];

/* The length in bytes of `count` elements of a type that has this scale. */
static inline size_t oc_scaled(size_t count, unsigned scale) {
    return count << (scale % OC_SCALE);
}

/* The extent in bytes of a pair type (for MPI_MINLOC) that has a gap; 0 for all other types. In
 * programs with derived datatypes, a pair may be received as a structure without gaps, so pairs are
 * packed without their gap. Other programs send the gap, too. */
size_t oc_datatype_padded_extent(MPI_Datatype type);

/* The extent in bytes of a datatype. It is 0 for an invalid handle and for a datatype that is not
 * contiguous bytes. Code that every message executes uses the table directly (error/plain.h). */
size_t oc_datatype_extent(MPI_Datatype type);

#endif
