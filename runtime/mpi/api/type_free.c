#include "mpi/attribute/optional.h"
#include "mpi/error/raise.h"
#include "mpi/type/check.h"

/* Frees a handle. If it is the last one, deletes the datatype's attributes. Datatypes made of this
 * one, and messages in flight, keep references to what they need of it. */
int PMPI_Type_free(MPI_Datatype *datatype) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_free");
    if (error || (error = oc_check_result(NULL, datatype)) ||
        (error = oc_check_type(NULL, *datatype, &type)))
        return error;
    if (!type->contents || !type->handles || type->stands_for)
        return oc_raise(NULL, MPI_ERR_TYPE,
                        "datatype 0x$ is predefined, or has been freed|one that the program has "
                        "made",
                        (long)(intptr_t)*datatype, 0);
    union oc_owner owner = {.type = *datatype};
    if (type->attributes && type->handles == 1 &&
        (error = oc_attributes_delete(&type->attributes, owner)))
        return oc_raise(NULL, error, "an attribute's delete function returned #", error, 0);
    oc_type_unpublish(type);
    *datatype = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}
