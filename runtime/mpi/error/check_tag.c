#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_check_tag(const struct oc_communicator *comm, int tag) {
    if (tag >= 0 && tag <= OC_TAG_UB)
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_TAG, "tag # is out of range|0 to #", tag, OC_TAG_UB);
}
