#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_finish_collective(const struct oc_communicator *comm, int error) {
    if (!error)
        return MPI_SUCCESS;
    return oc_raise(comm, error,
                    error == MPI_ERR_NO_MEM
                        ? "no memory for intermediate results"
                        : "another rank's data have another length|the same count and "
                          "datatype on all ranks",
                    0, 0);
}
