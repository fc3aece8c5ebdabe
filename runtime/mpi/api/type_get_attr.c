#include "mpi/attribute/user.h"
#include "mpi/type/check.h"

int PMPI_Type_get_attr(MPI_Datatype datatype, int number, void *value, int *flag) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_get_attr");
    if (error || (error = oc_check_type(NULL, datatype, &type)))
        return error;
    return oc_user_attribute_get(NULL, type->attributes, OC_TYPE_ATTRIBUTE, number, value, flag);
}
