#include "mpi/attribute/user.h"

int PMPI_Comm_free_keyval(int *number) {
    return oc_user_keyval_free("MPI_Comm_free_keyval", OC_COMM_ATTRIBUTE, number);
}
