#include "mpi/collective/choose.h"
#include "mpi/collective/fast_path.h"
#include "mpi/collective/inter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

__attribute__((noinline)) static int bcast(void *buffer, ptrdiff_t count, MPI_Datatype type,
                                           int root, MPI_Comm handle) {
    struct oc_view data;
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Bcast"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local)
        return oc_inter.bcast(comm, buffer, count, type, root);
    int error, access = comm->rank == root ? OC_READ : OC_WRITE;
    if ((error = oc_check_root(comm, root)) ||
        (error = oc_check_view(comm, buffer, count, type, access, &data)))
        return error;
    error = oc_bcast(comm, data.data, data.bytes, root);
    oc_view_close(&data);
    return oc_finish_collective(comm, error);
}

int OC_SIZED(PMPI_Bcast)(void *buffer, oc_int count, MPI_Datatype type, int root, MPI_Comm handle) {
    size_t bytes = oc_fast_bytes(handle, buffer, oc_fit(count, type), type);
    if (!bytes || !oc_is_root_of_world(root))
        return bcast(buffer, oc_fit(count, type), type, root, handle);
    oc_process.call = OC_CALL("MPI_Bcast");
    return oc_finish_fast(oc_fits_cells_of_world(bytes)
                              ? oc_bcast_cells(&oc_comm_world, buffer, bytes, root)
                              : oc_bcast(&oc_comm_world, buffer, bytes, root));
}
