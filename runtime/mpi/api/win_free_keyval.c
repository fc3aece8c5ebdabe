#include "mpi/attribute/user.h"
#include "mpi/funnel/funnel.h"

int PMPI_Win_free_keyval(int *number) {
    return oc_user_keyval_free("MPI_Win_free_keyval", OC_WINDOW_ATTRIBUTE, number);
}

OC_FUNNELED(MPI_Win_free_keyval);
