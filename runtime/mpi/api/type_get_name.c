#include <string.h>

#include "mpi/type/check.h"
#include "mpi/type/name.h"

/* MPI_DATATYPE_NULL also has a name (MPI 4.1, section 7.8). */
int PMPI_Type_get_name(MPI_Datatype datatype, char *name, int *length) {
    const char *text = "MPI_DATATYPE_NULL";
    struct oc_type *type;
    int error = oc_enter("MPI_Type_get_name");
    if (datatype != MPI_DATATYPE_NULL) {
        if (error || (error = oc_check_type(NULL, datatype, &type)))
            return error;
        text = type->name ? type->name : oc_named_name(datatype);
    }
    if (error || (error = oc_check_result(NULL, name)) || (error = oc_check_result(NULL, length)))
        return error;
    *length = (int)strlen(text);
    memcpy(name, text, (size_t)*length + 1);
    return MPI_SUCCESS;
}
