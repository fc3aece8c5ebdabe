#include "mpi/attribute/optional.h"
#include "mpi/comm/check.h"
#include "mpi/comm/construct.h"

int PMPI_Comm_free(MPI_Comm *handle) {
    int error = oc_enter("MPI_Comm_free");
    if (error || (error = oc_check_result(NULL, handle)))
        return error;
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_free", *handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm == &oc_comm_world || comm == &oc_comm_self)
        return oc_raise(comm, MPI_ERR_COMM,
                        "a predefined communicator cannot be freed|one that the program has made",
                        0, 0);
    if (comm->attributes) {
        union oc_owner owner = {.comm = *handle};
        if ((error = oc_attributes_delete(&comm->attributes, owner)))
            return oc_raise(comm, error, "an attribute's delete function returned #", error, 0);
    }
    oc_communicator_free(comm);
    *handle = MPI_COMM_NULL;
    return MPI_SUCCESS;
}
