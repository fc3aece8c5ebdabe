#include "mpi/attribute/predefined.h"
#include "mpi/attribute/user.h"

int PMPI_Comm_get_attr(MPI_Comm handle, int number, void *value, int *flag) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_get_attr", handle);
    if (!comm)
        return MPI_ERR_COMM;
    void *predefined = oc_predefined_attribute(number);
    if (!predefined || !value || !flag)
        return oc_user_attribute_get(comm, comm->attributes, OC_COMM_ATTRIBUTE, number, value,
                                     flag);
    *(void **)value = predefined;
    *flag = 1;
    return MPI_SUCCESS;
}
