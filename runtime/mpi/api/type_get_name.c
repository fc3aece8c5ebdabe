#include <string.h>

#include "mpi/funnel/funnel.h"
#include "mpi/type/check.h"
#include "mpi/type/name.h"

int PMPI_Type_get_name(MPI_Datatype datatype, char *name, int *length) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_get_name");
    if (error || (error = oc_check_type(NULL, datatype, &type)) ||
        (error = oc_check_result(NULL, name)) || (error = oc_check_result(NULL, length)))
        return error;
    const char *text = type->name ? type->name : oc_named_name(datatype);
    *length = (int)strlen(text);
    memcpy(name, text, (size_t)*length + 1);
    return MPI_SUCCESS;
}

OC_FUNNELED(MPI_Type_get_name);
