#include "mpi/api/alias.h"
#include "mpi/attribute/check.h"
#include "mpi/type/check.h"

int PMPI_Type_set_attr(MPI_Datatype datatype, int number, void *value) {
    struct oc_type *type;
    struct oc_keyval *keyval;
    int error = oc_enter("MPI_Type_set_attr");
    if (error || (error = oc_check_type(NULL, datatype, &type)) ||
        (error = oc_check_keyval(NULL, OC_TYPE_ATTRIBUTE, number, &keyval)))
        return error;
    union oc_owner owner = {.type = datatype};
    error = oc_attribute_set(&type->attributes, owner, keyval, value);
    return error ? oc_raise_attribute(NULL, error) : MPI_SUCCESS;
}

OC_ALIAS(MPI_Type_set_attr);
