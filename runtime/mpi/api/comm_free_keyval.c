#include "mpi/attribute/user.h"
#include "mpi/funnel/funnel.h"

int PMPI_Comm_free_keyval(int *number) {
    return oc_user_keyval_free("MPI_Comm_free_keyval", OC_COMM_ATTRIBUTE, number);
}

OC_FUNNELED(MPI_Comm_free_keyval);
