#include "mpi/attribute/user.h"

int PMPI_Type_free_keyval(int *number) {
    return oc_user_keyval_free("MPI_Type_free_keyval", OC_TYPE_ATTRIBUTE, number);
}
