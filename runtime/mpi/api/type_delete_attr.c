#include "mpi/attribute/user.h"
#include "mpi/type/check.h"

int PMPI_Type_delete_attr(MPI_Datatype datatype, int number) {
    struct oc_type *type;
    union oc_owner owner = {.type = datatype};
    int error = oc_enter("MPI_Type_delete_attr");
    if (error || (error = oc_check_type(NULL, datatype, &type)))
        return error;
    return oc_user_attribute_delete(NULL, &type->attributes, OC_TYPE_ATTRIBUTE, owner, number);
}
