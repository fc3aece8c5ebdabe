#include "mpi/error/check.h"
#include "mpi/type/f90.h"

int PMPI_Type_create_f90_integer(int range, MPI_Datatype *datatype) {
    static const struct oc_f90_kind kinds[] = {{MPI_INTEGER1, 0, 2},
                                               {MPI_INTEGER2, 0, 4},
                                               {MPI_INTEGER4, 0, 9},
                                               {MPI_INTEGER8, 0, 18},
                                               {0}};
    int error = oc_enter("MPI_Type_create_f90_integer");
    if (error)
        return error;
    return oc_f90_create(kinds, MPI_COMBINER_F90_INTEGER, MPI_UNDEFINED, range, datatype);
}
