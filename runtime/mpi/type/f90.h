/* Datatypes for Fortran's kinds (MPI 4.1, section 19.1.5). */
#ifndef MPI_TYPE_F90_H
#define MPI_TYPE_F90_H

#include "mpi/type/type.h"

/* A predefined Fortran datatype, with its precision in decimal digits and its decimal exponent
 * range. */
struct oc_f90_kind {
    MPI_Datatype datatype;
    int precision, range;
};

/* Finds the first datatype in `kinds` that has at least this precision and range, and returns a
 * datatype that is a copy of it. `kinds` ends with a null datatype. MPI_UNDEFINED means any
 * precision or any range. Equal arguments give the same datatype. The arguments by which it was
 * made are those of `combiner`: the precision, if there is one, and the range. */
int oc_f90_create(const struct oc_f90_kind *kinds, int combiner, int precision, int range,
                  MPI_Datatype *datatype);

#endif
