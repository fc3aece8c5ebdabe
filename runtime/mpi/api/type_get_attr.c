#include "mpi/api/alias.h"
#include "mpi/attribute/check.h"
#include "mpi/type/check.h"

int PMPI_Type_get_attr(MPI_Datatype datatype, int number, void *value, int *flag) {
    struct oc_type *type;
    struct oc_keyval *keyval;
    int error = oc_enter("MPI_Type_get_attr");
    if (error || (error = oc_check_type(NULL, datatype, &type)) ||
        (error = oc_check_result(NULL, value)) || (error = oc_check_result(NULL, flag)) ||
        (error = oc_check_keyval(NULL, OC_TYPE_ATTRIBUTE, number, &keyval)))
        return error;
    const struct oc_attribute *attribute = oc_attribute_find(type->attributes, keyval);
    *flag = attribute != NULL;
    if (attribute)
        *(void **)value = attribute->value;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Type_get_attr);
