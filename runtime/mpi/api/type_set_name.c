#include <stdlib.h>
#include <string.h>

#include "mpi/core/text.h"
#include "mpi/error/raise.h"
#include "mpi/type/check.h"

/* A name that is too long for the standard is truncated. */
int PMPI_Type_set_name(MPI_Datatype datatype, const char *name) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_set_name");
    if (error || (error = oc_check_type(NULL, datatype, &type)) ||
        (error = oc_check_result(NULL, name)))
        return error;
    char *copy = oc_copy_of_text(name, MPI_MAX_OBJECT_NAME - 1);
    if (!copy)
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for a name", 0, 0);
    free(type->name);
    type->name = copy;
    return MPI_SUCCESS;
}
