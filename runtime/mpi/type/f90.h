/* Datatypes of Fortran's kinds (MPI 4.1, section 19.1.5). */
#ifndef MPI_TYPE_F90_H
#define MPI_TYPE_F90_H

#include "mpi/type/type.h"

/* The precision in digits and the decimal exponent range of a predefined Fortran datatype. */
struct oc_f90_kind {
    MPI_Datatype datatype;
    int precision, range;
};

/* Returns a datatype that equals the first one in `kinds` with at least this precision and range;
 * `kinds` ends with a null datatype. MPI_UNDEFINED stands for any precision or range. Equal
 * arguments give the same datatype. Its combiner is `combiner`, and its integers are the precision,
 * if any, and the range. */
int oc_f90_create(const struct oc_f90_kind *kinds, int combiner, int precision, int range,
                  MPI_Datatype *datatype);

#endif
