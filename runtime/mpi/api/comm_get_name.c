#include <string.h>

#include "mpi/error/check.h"

static const char *name_of(const struct oc_communicator *comm) {
    if (comm->name)
        return comm->name;
    if (comm == &oc_comm_world)
        return "MPI_COMM_WORLD";
    return comm == &oc_comm_self ? "MPI_COMM_SELF" : "";
}

/* MPI_COMM_NULL also has a name (MPI 4.1, section 7.8). */
int PMPI_Comm_get_name(MPI_Comm handle, char *name, int *length) {
    const char *text = "MPI_COMM_NULL";
    struct oc_communicator *comm = NULL;
    int error = oc_enter("MPI_Comm_get_name");
    if (handle != MPI_COMM_NULL) {
        if (!(comm = oc_enter_comm("MPI_Comm_get_name", handle)))
            return MPI_ERR_COMM;
        text = name_of(comm);
    }
    if (error || (error = oc_check_result(comm, name)) || (error = oc_check_result(comm, length)))
        return error;
    *length = (int)strlen(text);
    memcpy(name, text, (size_t)*length + 1);
    return MPI_SUCCESS;
}
