#include "mpi/error/check_group.h"

int PMPI_Group_difference(MPI_Group handle1, MPI_Group handle2, MPI_Group *newgroup) {
    MPI_Group both[] = {handle1, handle2};
    return oc_select_group("MPI_Group_difference", both, false, newgroup);
}
