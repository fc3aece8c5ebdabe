#include "mpi/api/alias.h"
#include "mpi/attribute/check.h"
#include "mpi/type/check.h"

int PMPI_Type_delete_attr(MPI_Datatype datatype, int number) {
    struct oc_type *type;
    struct oc_keyval *keyval;
    int error = oc_enter("MPI_Type_delete_attr");
    if (error || (error = oc_check_type(NULL, datatype, &type)) ||
        (error = oc_check_keyval(NULL, OC_TYPE_ATTRIBUTE, number, &keyval)))
        return error;
    struct oc_attribute *attribute = oc_attribute_find(type->attributes, keyval);
    if (!attribute)
        return oc_raise(NULL, MPI_ERR_KEYVAL,
                        "nothing is set under key #|a key whose attribute is set", number, 0);
    union oc_owner owner = {.type = datatype};
    error = oc_attribute_delete(&type->attributes, owner, attribute);
    return error ? oc_raise_attribute(NULL, error) : MPI_SUCCESS;
}

OC_ALIAS(MPI_Type_delete_attr);
