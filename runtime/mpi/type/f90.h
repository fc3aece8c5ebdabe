/* Datatypes of Fortran's kinds (MPI 4.1, section 19.1.5). */
#ifndef MPI_TYPE_F90_H
#define MPI_TYPE_F90_H

#include "mpi/type/type.h"

/* What a predefined datatype of Fortran can hold: digits and decimal exponents. */
struct oc_f90_kind {
    MPI_Datatype datatype;
    int precision, range;
};

/* Gives the first of `kinds`, a list that ends with a null datatype, which holds so much; a
 * precision or range of MPI_UNDEFINED is not asked for. The same arguments give the same datatype,
 * whose combiner is `combiner`, and whose integers are precision, if any, and range. */
int oc_f90_create(const struct oc_f90_kind *kinds, int combiner, int precision, int range,
                  MPI_Datatype *datatype);

#endif
