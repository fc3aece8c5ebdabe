#include "mpi/error/check.h"
#include "mpi/type/f90.h"

/* The kinds are IEEE single and double precision. */
int PMPI_Type_create_f90_complex(int precision, int range, MPI_Datatype *datatype) {
    static const struct oc_f90_kind kinds[] = {
        {MPI_COMPLEX8, 6, 37}, {MPI_COMPLEX16, 15, 307}, {0}};
    int error = oc_enter("MPI_Type_create_f90_complex");
    if (error)
        return error;
    return oc_f90_create(kinds, MPI_COMBINER_F90_COMPLEX, precision, range, datatype);
}
