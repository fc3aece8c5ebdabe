/* Copies of statuses between C, Fortran and Fortran's module mpi_f08. All three have the same eight
 * words (MPI 4.1, section 19.3.5). A program may call these functions at any time. */
#include <string.h>

#include "mpi/error/check.h"

_Static_assert(sizeof(MPI_Status) == MPI_F_STATUS_SIZE * sizeof(MPI_Fint), "a status has 8 words");
_Static_assert(sizeof(MPI_F08_status) == sizeof(MPI_Status), "a status has 8 words");

static int copy(const char *call, const void *from, void *to) {
    oc_process.call = call;
    int error = oc_check_result(NULL, from);
    if (error || (error = oc_check_result(NULL, to)))
        return error;
    memmove(to, from, sizeof(MPI_Status));
    return MPI_SUCCESS;
}

#define CONVERSION(NAME, FROM, TO)                                                                 \
    int PMPI_Status_##NAME(const FROM *from, TO *to) {                                             \
        return copy("MPI_Status_" #NAME, from, to);                                                \
    }

CONVERSION(c2f, MPI_Status, MPI_Fint);
CONVERSION(f2c, MPI_Fint, MPI_Status);
CONVERSION(c2f08, MPI_Status, MPI_F08_status);
CONVERSION(f082c, MPI_F08_status, MPI_Status);
CONVERSION(f2f08, MPI_Fint, MPI_F08_status);
CONVERSION(f082f, MPI_F08_status, MPI_Fint);
