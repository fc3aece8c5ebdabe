#include "mpi/attribute/user.h"

int PMPI_Win_free_keyval(int *number) {
    return oc_user_keyval_free("MPI_Win_free_keyval", OC_WINDOW_ATTRIBUTE, number);
}
