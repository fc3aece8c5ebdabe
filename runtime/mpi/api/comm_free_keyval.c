#include "mpi/api/alias.h"
#include "mpi/attribute/user.h"

int PMPI_Comm_free_keyval(int *number) {
    return oc_user_keyval_free("MPI_Comm_free_keyval", OC_COMM_ATTRIBUTE, number);
}

OC_ALIAS(MPI_Comm_free_keyval);
