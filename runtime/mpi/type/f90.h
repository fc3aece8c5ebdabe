/* Datatypes of Fortran's kinds (MPI 4.1, section 19.1.5). */
#ifndef MPI_TYPE_F90_H
#define MPI_TYPE_F90_H

#include "mpi/type/type.h"

/* The precision in digits and the decimal exponent range of a predefined Fortran datatype. */
struct oc_f90_kind {
    MPI_Datatype datatype;
    int precision, range;
};

/* Returns the first datatype in `kinds` that has at least this precision and range, as a datatype
 * of its own; `kinds` ends with a null datatype. MPI_UNDEFINED stands for any precision or any
 * range. Equal arguments give the same datatype. The new datatype's combiner is `combiner`; its
 * integers are the precision, if there is one, and the range. */
int oc_f90_create(const struct oc_f90_kind *kinds, int combiner, int precision, int range,
                  MPI_Datatype *datatype);

#endif
