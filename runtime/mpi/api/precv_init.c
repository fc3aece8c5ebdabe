#include "mpi/partitioned/partitioned.h"

int PMPI_Precv_init(void *buffer, int partitions, MPI_Count count, MPI_Datatype type, int peer,
                    int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    return oc_partitioned_init("MPI_Precv_init", OC_RECEIVE, partitions, count,
                               &(struct oc_message){(void *)buffer, 0, type, peer, tag, comm}, info,
                               request);
}
