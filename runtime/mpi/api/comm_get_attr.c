#include "mpi/api/alias.h"
#include "mpi/attribute/check.h"
#include "mpi/attribute/predefined.h"

int PMPI_Comm_get_attr(MPI_Comm handle, int number, void *value, int *flag) {
    struct oc_keyval *keyval;
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_get_attr", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, value);
    if (error || (error = oc_check_result(comm, flag)))
        return error;
    void *predefined = oc_predefined_attribute(number);
    *flag = 1;
    if (predefined) {
        *(void **)value = predefined;
        return MPI_SUCCESS;
    }
    if ((error = oc_check_keyval(comm, OC_COMM_ATTRIBUTE, number, &keyval)))
        return error;
    const struct oc_attribute *attribute = oc_attribute_find(comm->attributes, keyval);
    *flag = attribute != NULL;
    if (attribute)
        *(void **)value = attribute->value;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Comm_get_attr);
