#include "mpi/partitioned/partitioned.h"

int PMPI_Psend_init(const void *buffer, int partitions, MPI_Count count, MPI_Datatype type,
                    int peer, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    return oc_partitioned_init("MPI_Psend_init", OC_SEND, partitions, count,
                               &(struct oc_message){(void *)buffer, 0, type, peer, tag, comm}, info,
                               request);
}
